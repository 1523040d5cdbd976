package cloakroom.stress.folder;

/**
 * The load of one step of a capacity search.
 *
 * @param of name of the variant whose capacity it is
 * @param load users, or sessions a second
 * @param longer whether the step confirms the result
 */
public record SearchStep(String of, double load, boolean longer) {}
