package cloakroom.connection;

import java.time.Duration;

/**
 * What the driver of every connection is told, whatever the pool: each of these decides results, so
 * none is left to the driver's default. {@link Dialect} says them in the driver's words.
 *
 * @param login how long connecting may take: address, handshake and authentication together; whole
 *     seconds
 * @param socket how long a statement may stay unanswered before the session counts as dead; zero =
 *     for ever
 * @param statementCache server-prepared statements kept by each connection (the driver's cache, no
 *     pool's); 0 = none
 * @param fetchSize rows that one round trip brings where a statement says nothing else; 0 = the
 *     driver's own way (PostgreSQL: all rows at once; Oracle: 10, then more as it sees fit)
 * @param applicationName as the database's session list shows it: PostgreSQL's application_name,
 *     Oracle's program and module
 * @param connectionClass whose pooled servers (DRCP) are shared; sent with a pooled connect only
 * @param purity whether a pooled server may come with an earlier user's session state
 */
public record DriverSettings(
    Duration login,
    Duration socket,
    int statementCache,
    int fetchSize,
    String applicationName,
    String connectionClass,
    Purity purity) {
  /** The same for both databases; README and docs/oracle.md name them. */
  public static final DriverSettings DEFAULTS =
      new DriverSettings(
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          256,
          100,
          "cloakroom-tier",
          "CLOAKROOM",
          Purity.SELF);

  public DriverSettings {
    Choices.require(
        login.compareTo(Duration.ofSeconds(1)) >= 0, "login time-out", login, "at least 1 s");
    Choices.require(!socket.isNegative(), "read time-out", socket, "0 for none, or more");
    Choices.require(statementCache >= 0, "statement cache", statementCache, "0 for none, or more");
    Choices.require(fetchSize >= 0, "fetch size", fetchSize, "0 for the driver's own way, or more");
    Choices.require(
        connectionClass.matches("[\\w.$#-]{1,128}"),
        "connection class",
        "'" + connectionClass + "'",
        "1 to 128 letters, digits or any of _.$#-");
  }
}
