package cloakroom.app;

/**
 * What a commit or rollback did.
 *
 * @param page the page's name
 * @param key key of the current row
 * @param value what the session sees now
 * @param changes rows written, or changes given up
 * @param pending whether anything is still uncommitted
 */
public record TransactionAnswer(
    String page, long key, String value, int changes, boolean pending) {}
