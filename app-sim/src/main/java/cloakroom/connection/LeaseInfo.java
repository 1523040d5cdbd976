package cloakroom.connection;

/**
 * Borrower of a connection.
 *
 * @param connection the server's id of the database session; empty if the driver needs a round trip
 * @param session beginning of the user session's id, as {@link Lease#shown}; empty for none
 * @param module name of the application module, or "snapshot"; empty without a label
 * @param thread the thread that works with it; empty while it is kept between requests
 * @param heldMillis time since this session has it
 * @param sinceMillis time since the thread began to work with it, or left it
 */
public record LeaseInfo(
    String connection,
    String session,
    String module,
    String thread,
    long heldMillis,
    long sinceMillis) {}
