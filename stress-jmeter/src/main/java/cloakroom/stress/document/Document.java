package cloakroom.stress.document;

import java.util.List;

/** Content of a report. {@code brand} is the kind of report; {@code subtitle} may be empty. */
public record Document(String brand, String title, String subtitle, List<Block> blocks) {}
