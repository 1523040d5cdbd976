package cloakroom.app;

/**
 * A row as a page shows it.
 *
 * @param key the row's key
 * @param value the attribute that users edit, with the session's own pending change if it has one
 */
public record Row(long key, String value) {}
