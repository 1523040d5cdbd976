package cloakroom.app;

/**
 * What a change did.
 *
 * @param page the page's name
 * @param key key of the current row
 * @param previous what this session saw before
 * @param value what it sees now
 * @param pending always true: nothing is written yet
 */
public record ChangeAnswer(String page, long key, String previous, String value, boolean pending) {}
