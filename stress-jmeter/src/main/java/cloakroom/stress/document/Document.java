package cloakroom.stress.document;

import java.util.List;

/** Report; {@code brand} is the kind of report, and {@code subtitle} may be empty. */
public record Document(String brand, String title, String subtitle, List<Block> blocks) {}
