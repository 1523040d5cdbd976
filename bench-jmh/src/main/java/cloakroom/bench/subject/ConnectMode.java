package cloakroom.bench.subject;

import cloakroom.bench.subject.BouncerFolder.LogOn;
import cloakroom.bench.subject.BouncerFolder.Pooling;
import cloakroom.database.Database;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/**
 * What serves a connection at the database's end. Oracle's three server types have their nearest
 * relatives here: a dedicated server is PostgreSQL's backend, the resident pool is PgBouncer with
 * session pooling, a shared server is PgBouncer with transaction pooling.
 */
public enum ConnectMode {
  /** PostgreSQL itself: a new process for each connection. */
  DIRECT,
  /** PgBouncer, a server connection for each session; clients log on with SCRAM. */
  BOUNCER_SESSION(Pooling.SESSION, LogOn.SCRAM),
  /** PgBouncer, a server connection for each transaction; clients log on with SCRAM. */
  BOUNCER_TRANSACTION(Pooling.TRANSACTION, LogOn.SCRAM),
  /** Session pooling; clients send their password, and nobody hashes. */
  BOUNCER_PLAIN(Pooling.SESSION, LogOn.PLAIN),
  /** Session pooling; PgBouncer hashes a readable password at each log-on. */
  BOUNCER_HASHING(Pooling.SESSION, LogOn.SCRAM_FROM_PASSWORD),
  /** Oracle: a process for each connection. */
  DEDICATED,
  /** Oracle: shared servers behind dispatchers. */
  SHARED,
  /** Oracle: the database resident connection pool. */
  POOLED;

  private static final String POSTGRES = "jdbc:postgresql:";
  private static final String ORACLE = "jdbc:oracle:";

  private final Pooling pooling;
  private final LogOn logOn;

  ConnectMode() {
    this(null, null);
  }

  ConnectMode(Pooling pooling, LogOn logOn) {
    this.pooling = pooling;
    this.logOn = logOn;
  }

  private boolean isBouncer() {
    return pooling != null;
  }

  private boolean isOracle() {
    return this == DEDICATED || this == SHARED || this == POOLED;
  }

  /**
   * Why this mode cannot be had, with what to install; nothing if it can.
   *
   * @param url of the database
   * @param ours whether the server is of our own, so that we may change its role's verifier
   */
  public Optional<String> absence(String url, boolean ours) {
    if (isOracle()) {
      return url.startsWith(ORACLE)
          ? Optional.empty()
          : Optional.of(
              "needs an Oracle database:"
                  + " CLOAKROOM_DB_URL=jdbc:oracle:thin:@//HOST:PORT/SERVICE");
    }
    if (!url.startsWith(POSTGRES)) {
      return Optional.of("needs a PostgreSQL: CLOAKROOM_DB_URL=jdbc:postgresql://HOST:PORT/NAME");
    }
    if (logOn == LogOn.SCRAM && !ours) {
      return Optional.of(
          "needs the embedded server, whose verifier it shares: unset CLOAKROOM_DB_URL");
    }
    return isBouncer() ? BouncerProgram.absence() : Optional.empty();
  }

  /**
   * Opens the ways in and tries each once.
   *
   * @param listeners how many addresses there are to connect to
   * @throws cloakroom.database.EnvironmentException in one line, if one cannot be had
   */
  public ConnectPoints open(Database database, int listeners) throws SQLException {
    if (isBouncer()) {
      return ConnectPoints.behindBouncers(database, pooling, logOn, listeners);
    }
    return ConnectPoints.direct(
        database, listeners, isOracle() ? name().toLowerCase(Locale.ROOT) : null);
  }
}
