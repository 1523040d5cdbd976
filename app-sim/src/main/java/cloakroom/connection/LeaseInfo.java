package cloakroom.connection;

/**
 * State of one borrowed connection, for reports.
 *
 * @param connection database's id of the session; empty if reading the id costs a round trip
 * @param session first characters of the user session's id ({@link Lease#shown}); empty for none
 * @param module name of the application module, or "snapshot" for a snapshot write; empty if
 *     unknown
 * @param thread name of the thread that uses the connection; empty while its application module
 *     keeps it between requests
 * @param heldMillis milliseconds since the user session received the connection
 * @param sinceMillis milliseconds since {@code thread} last changed
 */
public record LeaseInfo(
    String connection,
    String session,
    String module,
    String thread,
    long heldMillis,
    long sinceMillis) {}
