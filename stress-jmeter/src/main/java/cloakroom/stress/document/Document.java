package cloakroom.stress.document;

import java.util.List;

/** A report: what kind it is, what it is about, and the circumstances or nothing. */
public record Document(String brand, String title, String subtitle, List<Block> blocks) {}
