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
 * Way to connect a client to the database. Oracle's server types correspond to PostgreSQL modes: a
 * dedicated server to a backend process, a pooled server to PgBouncer's session pooling, and a
 * shared server to PgBouncer's transaction pooling.
 */
public enum ConnectMode {
  DIRECT(null, null),
  BOUNCER_SESSION(Pooling.SESSION, LogOn.SCRAM),
  BOUNCER_TRANSACTION(Pooling.TRANSACTION, LogOn.SCRAM),
  BOUNCER_PLAIN(Pooling.SESSION, LogOn.PLAIN),
  BOUNCER_HASHING(Pooling.SESSION, LogOn.SCRAM_FROM_PASSWORD),
  DEDICATED(null, null),
  SHARED(null, null),
  POOLED(null, null);

  private final Pooling pooling;
  private final LogOn logOn;

  ConnectMode(Pooling pooling, LogOn logOn) {
    this.pooling = pooling;
    this.logOn = logOn;
  }

  private boolean isOracle() {
    return this == DEDICATED || this == SHARED || this == POOLED;
  }

  /**
   * Returns why this mode is not available and what to install; empty if the mode is available.
   *
   * @param embedded whether this program started the server and can change its password hash
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
    return pooling == null ? Optional.empty() : PgBouncer.absence();
  }

  /**
   * Opens addresses for clients of this mode, and checks each address with one connect.
   *
   * @param local the same database without added latency, to which PgBouncer connects
   * @param withLatency function that adds the latency configured for the run to a URL
   * @param listeners number of addresses
   */
  public Addresses open(
      Database database, Database local, UnaryOperator<String> withLatency, int listeners)
      throws SQLException {
    Addresses addresses = new Addresses();
    try {
      List<String> urls = new ArrayList<>();
      for (int i = 0; i < listeners && pooling != null; i++) {
        PgBouncer bouncer = PgBouncer.start(local, pooling, logOn);
        addresses.bouncers.add(bouncer);
        urls.add(withLatency.apply(bouncer.url()));
      }
      for (String url : pooling == null ? urls(database, withLatency, listeners) : urls) {
        Database checked = UrlDatabase.open(url, database.user(), database.password());
        addresses.all.add(Subject.UNPOOLED.open(checked, SubjectSettings.full(1)));
      }
      return addresses;
    } catch (SQLException | RuntimeException e) {
      addresses.close();
      throw e;
    }
  }

  private List<String> urls(Database database, UnaryOperator<String> withLatency, int listeners) {
    List<String> urls = new ArrayList<>(List.of(database.url()));
    Stream.of(System.getenv().getOrDefault(Addresses.FURTHER_URLS, "").split("\\s+"))
        .filter(url -> !url.isEmpty())
        .limit(listeners - 1)
        .map(withLatency)
        .forEach(urls::add);
    if (urls.size() < listeners) {
      throw new EnvironmentException(
          listeners + " listeners require as many addresses: " + Addresses.FURTHER_ABSENT);
    }
    return isOracle() ? urls.stream().map(this::withServerType).toList() : urls;
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

  /**
   * Addresses at which clients reach a database in one connect mode. Closing this object stops the
   * PgBouncer processes that listen there.
   */
  public static final class Addresses implements AutoCloseable {
    /** Environment variable with additional URLs of the measured database, separated by blanks. */
    public static final String FURTHER_URLS = "CLOAKROOM_DB_URLS";

    public static final String FURTHER_ABSENT =
        "name further URLs of the same database in " + FURTHER_URLS + ", separated by blanks";

    private final List<Connections> all = new ArrayList<>();
    private final List<PgBouncer> bouncers = new ArrayList<>();

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
