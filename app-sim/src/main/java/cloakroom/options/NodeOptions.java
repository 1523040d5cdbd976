package cloakroom.options;

import cloakroom.command.Durations;
import cloakroom.contract.TierOptions;
import cloakroom.options.Option.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Command-line options of a node. Only TIER options may differ between the policies of a run. */
public final class NodeOptions {
  private static final List<Option<?>> ROWS = new ArrayList<>();
  public static final List<Option<?>> ALL = Collections.unmodifiableList(ROWS);
  private static final int MAX_COUNT = 1_000_000;
  private static final Duration MAX_PAGE_TIME = Duration.ofSeconds(10);
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  public static final Option<String> RESET_LEVEL =
      tier("reset-level", Kind.oneOf("H", List.of("none", "rollback", "full")), "rollback")
          .labels("reset level %s", "%s")
          .help("Reset of a connection before another session uses it: none, rollback or full");
  public static final Option<String> POOL =
      tier("pool", Kind.text("POOL"), "ucp")
          .labels("pool %s", "%s")
          .values(Map.of("ucp", "UCP", "hikari", "HikariCP", "agroal", "Agroal", "dbcp2", "DBCP2"))
          .help("Connection pool: ucp, hikari, agroal, dbcp2 or none");
  public static final Option<Integer> POOL_SIZE =
      tier("pool-size", Kind.whole(1, 10_000), 200)
          .labels("at most %s connections", "pool %s")
          .help("Maximum number of connections, one reserved for snapshots if they share the pool");
  public static final Option<Integer> POOL_MIN =
      tier("pool-min", Kind.whole(0, 10_000), 0)
          .labels("%s connections from the start", "min %s")
          .help("Connections that the pool opens at the start and keeps open");
  public static final Option<String> STORE =
      tier("store", Kind.oneOf("S", TierOptions.STORES), TierOptions.PS_TXN_CLASSIC)
          .labels("snapshots in %s", "%s")
          .values(Map.of("ps-txn", "PS_TXN", "ps-txn-classic", "PS_TXN (classic)", "file", "files"))
          .help(
              "Snapshot store: ps-txn (one statement), ps-txn-classic (in the manner of ADF), file or memory");
  public static final Option<String> CODEC =
      tier("codec", Kind.text("C"), null)
          .labels("snapshots as %s", "%s")
          .help(
              "Format of snapshots: xml (in the manner of ADF) or binary (default: xml with store ps-txn-classic, else binary).");
  public static final Option<String> VALIDATION =
      tier("validation", Kind.text("V"), "always")
          .labels("validation %s", "%s")
          .help("When a pool validates a connection: always, or idle for after 500 ms without use");
  public static final Option<Integer> INTERNAL_POOL_SIZE =
      tier("internal-pool-size", Kind.whole(1, 10_000), 10)
          .labels("at most %s internal connections", "internal %s")
          .help("Maximum connections for snapshots, with jbo.server.internal_connection=separate");
  public static final Option<Integer> STATEMENT_CACHE =
      tier("statement-cache", Kind.whole(0, MAX_COUNT), 256)
          .labels("%s cached statements", "cache %s")
          .help("Prepared statements that each connection keeps; 0 for none");
  public static final Option<Integer> FETCH_SIZE =
      tier("fetch-size", Kind.whole(0, MAX_COUNT), 100)
          .labels("fetch size %s", "fetch %s")
          .help("Rows of one round trip, where a statement sets none; 0 for the driver's default");
  public static final Option<Duration> LOGIN_TIMEOUT =
      tier("login-timeout", Kind.DURATION, Duration.ofSeconds(10))
          .help("Maximum time to connect, in whole seconds");
  public static final Option<Duration> READ_TIMEOUT =
      tier("read-timeout", Kind.DURATION, Duration.ofSeconds(60))
          .help("Maximum time without a response, after which a session is dead; 0 for no limit");
  public static final Option<Optional<Duration>> DB_RTT =
      tier(
              "db-rtt",
              new Kind<>("DURATION", NodeOptions::parseRoundTrip, NodeOptions::formatRoundTrip),
              Optional.empty())
          .labels("added latency to the database %s", "%s")
          .help(
              "Round trip added between node and database by a relay, which also counts round trips: none for no relay, 0 for one without delay, or such as 200us or 1ms");
  public static final Option<Duration> DB_JITTER =
      tier("db-jitter", Kind.DURATION, Duration.ZERO)
          .labels("jitter %s", "jitter %s")
          .help("Maximum deviation of a round trip from --db-rtt");
  public static final Option<Duration> PAGE_WAIT =
      tier("page-wait", Kind.duration(MAX_PAGE_TIME), Duration.ZERO)
          .labels("waiting in a page %s", "page %s")
          .help("Simulated rendering: time that a page request waits with its module, at most 10s");
  public static final Option<Duration> PAGE_CPU =
      tier("page-cpu", Kind.duration(MAX_PAGE_TIME), Duration.ZERO)
          .labels("computing in a page %s", "cpu %s")
          .help("CPU time that a page request uses with its module; requires platform threads");
  public static final Option<Integer> STATE_SIZE =
      tier("state-size", new Kind<>("BYTES", NodeOptions::parseSize, NodeOptions::formatSize), 0)
          .labels("state of a session %s", "state %s")
          .help("Size of a page's snapshot as XML: 2k to 1m, such as 40k; 0 for the page's own");
  public static final Option<String> DRCP_CLASS =
      tier("drcp-class", Kind.text("NAME"), "CLOAKROOM")
          .help("Connection class on Oracle's pooled servers; one class shares its servers");
  public static final Option<String> DRCP_PURITY =
      tier("drcp-purity", Kind.text("P"), "self")
          .help("Session state of a pooled server: self (of an earlier user of the class) or new");
  public static final Option<String> BC4J =
      tier("bc4j", Kind.text("FILE#NAME"), null)
          .labels("configuration %s", "%s")
          .passed(NodeOptions::configuration)
          .help("");
  public static final Option<String> APP =
      node("app", Kind.text("APP"), "hr")
          .help("Simulated application: hr, typical or the path of an application file");
  public static final Option<Duration> POOL_WAIT =
      node("pool-wait", Kind.DURATION, Duration.ofSeconds(30))
          .help("Maximum time to wait for a connection");
  public static final Option<Path> STORE_DIR =
      node("store-dir", new Kind<>("DIR", Path::of, path -> path.toAbsolutePath().toString()), null)
          .help("Directory of the file store, one for each node.");
  public static final Option<Boolean> STORE_FSYNC =
      node("store-fsync", Kind.BOOLEAN, true)
          .help("Whether a snapshot in a file outlives a power failure");
  public static final Option<String> PREPARE_SESSION =
      node("prepare-session", Kind.oneOf("W", List.of("none", "context")), "none")
          .help(
              "Action of prepareSession: none, or context, which writes the session's user into the database session for row-level security (PostgreSQL: cloakroom.session; Oracle: client info)");
  public static final Option<Duration> SESSION_TIMEOUT =
      node("session-timeout", Kind.DURATION, Duration.ofMinutes(30))
          .help("Time without a request after which a session ends");
  public static final Option<Integer> MAX_SESSIONS =
      node("max-sessions", Kind.whole(1, 999_999_999), 100_000)
          .help("Maximum number of sessions; a further login gets status 503");
  public static final Option<Integer> SESSION_QUEUE =
      node("session-queue", Kind.whole(0, 999_999_999), 8)
          .help("Requests of one session that may wait for the current one; more get status 429");
  public static final Option<String> URL =
      node("url", Kind.text("URL"), null)
          .help("Database, such as jdbc:postgresql://127.0.0.1:5432/cloakroom.");
  public static final Option<String> USER =
      node("user", Kind.text("NAME"), "cloakroom")
          .help("Database user, whose password comes from CLOAKROOM_DB_PASSWORD or a prompt");
  public static final Option<String> APPLICATION_NAME =
      node("application-name", Kind.text("NAME"), TierOptions.TIER_NAME)
          .help("Name of the sessions in the session list of the database");
  public static final Option<String> SCHEMA =
      node("schema", Kind.text("NAME"), null)
          .help(
              "Schema with Cloakroom's tables, on PostgreSQL (default: currentSchema of the URL, or cloakroom).");
  public static final Option<Boolean> INSTALL_SCHEMA =
      node("install-schema", Kind.FLAG, false)
          .help(
              "Create the missing tables, with their rows. Fails if tables of other owners have these names.");
  public static final Option<Double> SCALE =
      node("scale", new Kind<>("FACTOR", NodeOptions::parseScale, String::valueOf), 1.0)
          .help(
              "Size of the created tables: 1 for 1,000 departments and 100,000 employees. Only with --install-schema");

  private NodeOptions() {}

  public static List<Option<?>> of(Place place) {
    return ALL.stream().filter(row -> row.place() == place).toList();
  }

  private static <T> Option.OptionBuilder<T> tier(String key, Kind<T> kind, T otherwise) {
    return new Option.OptionBuilder<>(ROWS, key, Place.TIER, kind, otherwise)
        .passed(value -> List.of("--" + key, kind.formatter().apply(value)));
  }

  private static <T> Option.OptionBuilder<T> node(String key, Kind<T> kind, T otherwise) {
    return new Option.OptionBuilder<>(ROWS, key, Place.NODE, kind, otherwise);
  }

  private static Optional<Duration> parseRoundTrip(String text) {
    if (text.equals(TierOptions.DIRECT)) {
      return Optional.empty();
    }
    boolean known = text.equals("0") || Durations.isDuration(text);
    Kind.require(known, "must be none, 0 or a duration such as 200us or 1ms");
    return Optional.of(Kind.DURATION.parser().apply(text));
  }

  private static String formatRoundTrip(Optional<Duration> roundTrip) {
    return roundTrip
        .map(time -> time.isZero() ? "0" : Durations.format(time))
        .orElse(TierOptions.DIRECT);
  }

  private static int parseSize(String text) {
    long bytes = -1;
    if (text.matches("\\d{1,7}[km]?")) {
      int unit = text.endsWith("m") ? MIB : text.endsWith("k") ? KIB : 1;
      bytes = Long.parseLong(text.replaceFirst("[km]", "")) * unit;
    }
    boolean possible = bytes == 0 || (bytes >= 2 * KIB && bytes <= MIB);
    Kind.require(possible, "must be 2k to 1m, such as 4k or 40k, or 0 for the page's own");
    return (int) bytes;
  }

  private static String formatSize(int bytes) {
    return bytes == 0 || bytes % KIB != 0
        ? Integer.toString(bytes)
        : bytes % MIB == 0 ? bytes / MIB + "m" : bytes / KIB + "k";
  }

  private static double parseScale(String text) {
    double scale = text.matches("\\d+(\\.\\d+)?") ? Double.parseDouble(text) : 0;
    Kind.require(scale > 0 && scale <= 200, "must be a number above 0, at most 200");
    return scale;
  }

  private static List<String> configuration(String text) {
    int hash = text.lastIndexOf('#');
    if (hash < 0) {
      return List.of(TierOptions.BC4J, text);
    }
    String name = text.substring(hash + 1);
    return List.of(TierOptions.BC4J, text.substring(0, hash), TierOptions.AM_CONFIG, name);
  }
}
