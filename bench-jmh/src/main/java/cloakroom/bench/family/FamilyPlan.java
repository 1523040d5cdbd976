package cloakroom.bench.family;

/**
 * How much of a family is measured.
 *
 * @param rounds rounds in which every subject has its turn, 1 or more
 * @param full whether every cell is measured, also those that no bar needs
 */
public record FamilyPlan(int rounds, boolean full) {}
