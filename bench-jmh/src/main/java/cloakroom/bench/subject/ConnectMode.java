package cloakroom.bench.subject;

import cloakroom.bench.subject.PgBouncer.LogOn;
import cloakroom.bench.subject.PgBouncer.Pooling;
import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.url.OracleAddress;
import cloakroom.database.url.UrlDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Connect method: the process that serves a connection. Oracle's three server types correspond to
 * PostgreSQL's backend (dedicated server), PgBouncer with session pooling (resident pool) and
 * PgBouncer with transaction pooling (shared server).
 */
public enum ConnectMode {
  /** PostgreSQL: a new process for each connection. */
  DIRECT(null, null),
  /** PgBouncer with a server connection for each session; clients log on with SCRAM. */
  BOUNCER_SESSION(Pooling.SESSION, LogOn.SCRAM),
  /** PgBouncer with a server connection for each transaction; clients log on with SCRAM. */
  BOUNCER_TRANSACTION(Pooling.TRANSACTION, LogOn.SCRAM),
  /** Session pooling; clients send their password, which neither side hashes. */
  BOUNCER_PLAIN(Pooling.SESSION, LogOn.PLAIN),
  /** Session pooling; PgBouncer hashes a plain password at each log-on. */
  BOUNCER_HASHING(Pooling.SESSION, LogOn.SCRAM_FROM_PASSWORD),
  /** Oracle: a process for each connection. */
  DEDICATED(null, null),
  /** Oracle: shared servers behind dispatchers. */
  SHARED(null, null),
  /** Oracle: the database resident connection pool. */
  POOLED(null, null);

  private final Pooling pooling;
  private final LogOn logOn;

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
   * Returns why this mode is not available, with what to install; empty if it is available.
   *
   * @param embedded whether it is the embedded server, whose role may get another verifier
   */
  public Optional<String> absence(String url, boolean embedded) {
    if (isOracle()) {
      return DatabaseKind.ORACLE.isOf(url)
          ? Optional.empty()
          : Optional.of("needs Oracle: CLOAKROOM_DB_URL=jdbc:oracle:thin:@//HOST:PORT/SERVICE");
    }
    if (!DatabaseKind.POSTGRESQL.isOf(url)) {
      return Optional.of("needs PostgreSQL: CLOAKROOM_DB_URL=jdbc:postgresql://HOST:PORT/NAME");
    }
    if (logOn == LogOn.SCRAM && !embedded) {
      return Optional.of("needs the embedded server to share its verifier: unset CLOAKROOM_DB_URL");
    }
    return isBouncer() ? PgBouncer.absence() : Optional.empty();
  }

  /**
   * Opens the addresses and connects to each once.
   *
   * @param local the same database without added latency, for PgBouncer
   * @param withLatency adds the latency of the run to a URL
   * @param listeners number of addresses
   */
  public Addresses open(
      Database database, Database local, UnaryOperator<String> withLatency, int listeners)
      throws SQLException {
    Addresses addresses = new Addresses();
    try {
      if (isBouncer()) {
        for (int i = 0; i < listeners; i++) {
          PgBouncer bouncer = PgBouncer.start(local, pooling, logOn);
          addresses.bouncers.add(bouncer);
          addresses.add(withLatency.apply(bouncer.url()), database);
        }
      } else {
        for (String url : Addresses.urls(database, withLatency, listeners)) {
          addresses.add(isOracle() ? withServerType(url) : url, database);
        }
      }
      return addresses;
    } catch (SQLException | RuntimeException e) {
      addresses.close();
      throw e;
    }
  }

  private String withServerType(String url) {
    String type = name().toLowerCase(Locale.ROOT);
    return OracleAddress.of(url)
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "no %s server: the URL must be jdbc:oracle:thin:@//HOST:PORT/SERVICE"
                        .formatted(type)))
        .withServerType(type);
  }

  /** Addresses at which a database is reached in one mode, and the processes started for them. */
  public static final class Addresses implements AutoCloseable {
    /** Environment variable with further addresses of the same database, separated by blanks. */
    public static final String FURTHER_URLS = "CLOAKROOM_DB_URLS";

    public static final String FURTHER_ABSENT =
        "name further URLs of the same database in " + FURTHER_URLS + ", separated by blanks";

    private final List<Connections> all = new ArrayList<>();
    private final List<PgBouncer> bouncers = new ArrayList<>();

    private static List<String> urls(
        Database database, UnaryOperator<String> withLatency, int listeners) {
      List<String> urls = new ArrayList<>(List.of(database.url()));
      Stream.of(System.getenv().getOrDefault(FURTHER_URLS, "").split("\\s+"))
          .filter(url -> !url.isEmpty())
          .limit(listeners - 1)
          .map(withLatency)
          .forEach(urls::add);
      if (urls.size() < listeners) {
        throw new EnvironmentException(
            listeners + " listeners require as many addresses: " + FURTHER_ABSENT);
      }
      return urls;
    }

    private void add(String url, Database database) throws SQLException {
      Database checked = UrlDatabase.open(url, database.user(), database.password());
      all.add(Subject.UNPOOLED.open(checked, SubjectSettings.full(1)));
    }

    public Connections of(int stream) {
      return all.get(stream % all.size());
    }

    public LongStream processes() {
      return bouncers.stream().mapToLong(bouncer -> bouncer.process().pid());
    }

    @Override
    public void close() {
      bouncers.forEach(PgBouncer::close);
    }
  }
}
