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
      return DatabaseKind.ORACLE.isOf(url)
          ? Optional.empty()
          : Optional.of(
              "needs an Oracle database:"
                  + " CLOAKROOM_DB_URL=jdbc:oracle:thin:@//HOST:PORT/SERVICE");
    }
    if (!DatabaseKind.POSTGRESQL.isOf(url)) {
      return Optional.of("needs a PostgreSQL: CLOAKROOM_DB_URL=jdbc:postgresql://HOST:PORT/NAME");
    }
    if (logOn == LogOn.SCRAM && !ours) {
      return Optional.of(
          "needs the embedded server, whose verifier it shares: unset CLOAKROOM_DB_URL");
    }
    return isBouncer() ? PgBouncer.absence() : Optional.empty();
  }

  /**
   * Opens the ways in and tries each once.
   *
   * @param beside the same database as it is seen from where it stands, by what stands there too
   * @param wayTo the way to something there
   * @param listeners how many addresses there are to connect to
   */
  public Points open(Database database, Database beside, UnaryOperator<String> wayTo, int listeners)
      throws SQLException {
    Points points = new Points();
    try {
      if (isBouncer()) {
        for (int i = 0; i < listeners; i++) {
          PgBouncer bouncer = PgBouncer.start(beside, pooling, logOn);
          points.bouncers.add(bouncer);
          points.add(wayTo.apply(bouncer.url()), database);
        }
      } else {
        for (String url : Points.urls(database, wayTo, listeners)) {
          String type = name().toLowerCase(Locale.ROOT);
          points.add(isOracle() ? Points.withServerType(url, type) : url, database);
        }
      }
      return points;
    } catch (SQLException | RuntimeException e) {
      points.close();
      throw e;
    }
  }

  /** The addresses at which a database is reached in one mode, and what was started for them. */
  public static final class Points implements AutoCloseable {
    /** Further addresses of the same database, separated by blanks. */
    public static final String FURTHER_URLS = "CLOAKROOM_DB_URLS";

    /** What to do where there are none. */
    public static final String FURTHER_ABSENT =
        "name further URLs of the same database in " + FURTHER_URLS + ", separated by blanks";

    private final List<Connections> addresses = new ArrayList<>();
    private final List<PgBouncer> bouncers = new ArrayList<>();

    private Points() {}

    private static List<String> urls(
        Database database, UnaryOperator<String> wayTo, int listeners) {
      List<String> urls = new ArrayList<>(List.of(database.url()));
      Stream.of(System.getenv().getOrDefault(FURTHER_URLS, "").split("\\s+"))
          .filter(url -> !url.isEmpty())
          .limit(listeners - 1)
          .map(wayTo)
          .forEach(urls::add);
      if (urls.size() < listeners) {
        throw new EnvironmentException(
            listeners + " listeners need as many addresses: " + FURTHER_ABSENT);
      }
      return urls.subList(0, listeners);
    }

    private static String withServerType(String url, String type) {
      return OracleAddress.of(url)
          .orElseThrow(
              () ->
                  new EnvironmentException(
                      "cannot ask for a "
                          + type
                          + " server, because the URL names no service: write it as"
                          + " jdbc:oracle:thin:@//HOST:PORT/SERVICE"))
          .withServerType(type);
    }

    private void add(String url, Database database) throws SQLException {
      Database checked = UrlDatabase.open(url, database.user(), database.password());
      addresses.add(Subject.UNPOOLED.open(checked, SubjectSettings.full(1)));
    }

    /** The address of a stream; streams are dealt out over all of them. */
    public Connections of(int stream) {
      return addresses.get(stream % addresses.size());
    }

    /** Processes that stand between client and server. */
    public LongStream processes() {
      return bouncers.stream().mapToLong(bouncer -> bouncer.process().pid());
    }

    @Override
    public void close() {
      bouncers.forEach(PgBouncer::close);
    }
  }
}
