package cloakroom.connection;

/**
 * Who has a connection of a source now.
 *
 * @param connection the server's own number of the session, as its list of sessions shows it; empty
 *     where the driver does not tell without asking
 * @param session the beginning of the id of the session that has it, as {@link Lease#shown}; empty
 *     if none has
 * @param module whose module it belongs to, or that it is for a snapshot; empty if nobody said
 * @param thread the thread that works with it; empty while it is kept between requests
 * @param heldMillis since this session has it, at rest or at work
 * @param sinceMillis since it is at work, or at rest
 */
public record LeaseInfo(
    String connection,
    String session,
    String module,
    String thread,
    long heldMillis,
    long sinceMillis) {}
