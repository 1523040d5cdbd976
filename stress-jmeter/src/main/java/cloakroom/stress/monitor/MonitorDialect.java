package cloakroom.stress.monitor;

import static cloakroom.stress.folder.DatabaseCounter.COMMITS;
import static cloakroom.stress.folder.DatabaseCounter.ROLLBACKS;
import static cloakroom.stress.folder.DatabaseCounter.SESSIONS;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.TierOptions;
import cloakroom.platform.Resources;
import cloakroom.stress.folder.DatabaseCounter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Connection properties, queries and error codes of a kind of database for monitoring. */
public enum MonitorDialect {
  /**
   * A backend flushes its statistics up to a second late and when it exits (PostgreSQL
   * documentation, "The Cumulative Statistics System"): the monitor flushes its own before it
   * reads.
   */
  POSTGRESQL(14),

  /**
   * Oracle counts the changes of a table only approximately, so those counters are not available:
   * USER_TAB_MODIFICATIONS includes rolled-back changes, is reset when statistics are gathered, and
   * is flushed only for a user with ANALYZE ANY. Sessions and commits are those of the pluggable
   * database, other users and its own jobs included.
   */
  ORACLE(0);

  static final String COUNTERS = "counters";

  /** Application name of a tier that no run started. */
  static final String TIER = TierOptions.TIER_NAME;

  /** Process, host and start of this run: the end of the application names of its sessions. */
  static final String RUN =
      " %d@%s %s"
          .formatted(
              ProcessHandle.current().pid(),
              host(),
              DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
                  .withZone(ZoneOffset.UTC)
                  .format(ProcessHandle.current().info().startInstant().orElse(Instant.EPOCH)));

  /** Application name of the runner's own sessions, which queries leave out. */
  private static final String MONITOR = "cloakroom-monitor" + RUN;

  private static final Pattern HOLDER = Pattern.compile("cloakroom-monitor (\\d+)@(\\S+) (\\S+Z)");
  private static final int MAX_HOST = 20;
  private static final int MAX_PROGRAM = 48;
  private static final String LOGIN_SECONDS = "10";
  private static final Pattern VIEW = Pattern.compile("\\bv\\$(\\w+)");

  /** Server type of an Oracle address that is not dedicated, in both spellings. */
  private static final Pattern SERVER_TYPE =
      Pattern.compile("(?i)(?<=:|\\bSERVER\\s{0,9}=\\s{0,9})(?:pooled|shared)\\b");

  final int oldest;

  MonitorDialect(int oldest) {
    this.oldest = oldest;
  }

  private static String host() {
    try {
      String name = InetAddress.getLocalHost().getHostName().replaceAll("[^\\w.-]", "");
      return name.substring(0, Math.min(MAX_HOST, name.length()));
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  /** Returns an application name as the session list of the database shows it. */
  String shown(String name) {
    return this == ORACLE ? name.substring(0, Math.min(MAX_PROGRAM, name.length())) : name;
  }

  /** Returns the error message for another run, by the application name of its session or null. */
  static String inUse(String application) {
    String run =
        HOLDER.matcher(String.valueOf(application)).replaceFirst("host $2, process $1, since $3");
    return "another run uses this schema (" + run + "); wait for its end or stop it";
  }

  Properties properties(Duration timeout) {
    Properties p = new Properties();
    if (this == POSTGRESQL) {
      p.setProperty("ApplicationName", MONITOR);
      p.setProperty("connectTimeout", LOGIN_SECONDS);
      p.setProperty("loginTimeout", LOGIN_SECONDS);
      p.setProperty("socketTimeout", Long.toString(timeout.toSeconds()));
      // else the fifth execution uses a prepared statement, which a pooler may lose
      p.setProperty("prepareThreshold", "0");
    } else {
      p.setProperty("v$session.program", shown(MONITOR));
      p.setProperty("oracle.net.OUTBOUND_CONNECT_TIMEOUT", LOGIN_SECONDS);
      p.setProperty("oracle.jdbc.loginTimeout", LOGIN_SECONDS);
      p.setProperty("oracle.jdbc.ReadTimeout", Long.toString(timeout.toMillis()));
      p.setProperty("oracle.jdbc.implicitStatementCacheSize", "20");
      // else the first failure of each connection logs hundreds of lines
      p.setProperty("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false");
    }
    return p;
  }

  /**
   * Returns whether the user lacks a right. On Oracle a view that it may not read does not exist
   * (ORA-00942), or the error reports insufficient privileges (ORA-01031).
   */
  public boolean denied(SQLException failure) {
    return this == POSTGRESQL
        ? "42501".equals(failure.getSQLState())
        : failure.getErrorCode() == 942 || failure.getErrorCode() == 1031;
  }

  /** Returns whether an object does not exist; on Oracle also one that the user may not see. */
  boolean absent(SQLException failure) {
    return this == POSTGRESQL
        ? Set.of("42P01", "3F000").contains(failure.getSQLState())
        : failure.getErrorCode() == 942 || failure.getErrorCode() == 2289;
  }

  /** Returns the statement that grants the right for a query; "" if there is none. */
  public String grant(String sql, String user) {
    if (this == POSTGRESQL) {
      return "grant pg_monitor to " + user;
    }
    Set<String> views = new TreeSet<>();
    VIEW.matcher(sql.toLowerCase(Locale.ROOT))
        .results()
        .forEach(view -> views.add("sys.v_$" + view.group(1)));
    return views.isEmpty() ? "" : "grant read on " + String.join(", ", views) + " to " + user;
  }

  /**
   * Returns the URL with a dedicated server process: the monitor must not use one of the pool that
   * it observes.
   */
  String dedicated(String url) {
    return this == POSTGRESQL ? url : SERVER_TYPE.matcher(url).replaceAll("dedicated");
  }

  List<String> counters(int version) {
    return this == ORACLE
        ? List.of("started", COUNTERS, "ps-txn-rows", "ps-txn-bytes")
        : version < 15 ? List.of(COUNTERS) : List.of("flush", COUNTERS);
  }

  List<String> metrics(int version) {
    String checkpoints = version < 17 ? "checkpoints-16" : "checkpoints";
    return this == POSTGRESQL
        ? List.of("database", "wal", "sessions", checkpoints)
        : List.of("statistics", "time-model", "waits", "sessions", "drcp");
  }

  /** Returns the files of the queries for the state that sessions have. */
  public List<String> held() {
    return this == POSTGRESQL ? List.of("held") : List.of("held", "held-locks", "held-segments");
  }

  /** Returns the statements between trials; {@code serverWide} adds a checkpoint. */
  List<String> maintenance(boolean serverWide) {
    return this == POSTGRESQL
        ? Stream.concat(
                Stream.of("ps_txn", "departments", "employees")
                    .map(table -> "vacuum (analyze, skip_locked) cloakroom." + table),
                Stream.of("checkpoint").filter(any -> serverWide))
            .toList()
        : List.of(text("tidy"));
  }

  /** Returns the counters that also include other clients, if the database is shared. */
  Set<DatabaseCounter> withOthers(boolean shared) {
    return shared || this == ORACLE ? EnumSet.of(SESSIONS, COMMITS, ROLLBACKS) : Set.of();
  }

  /** Returns the reason by unavailable counter; {@code pooled} if a pooler is between. */
  Map<DatabaseCounter, String> unavailable(String url, boolean pooled) {
    Map<DatabaseCounter, String> reasons = new EnumMap<>(DatabaseCounter.class);
    if (pooled) {
      reasons.put(SESSIONS, "behind a pooler a connection is no session of the server");
    }
    if (this == POSTGRESQL) {
      return reasons;
    }
    String approximate = "Oracle counts changed rows only approximately (USER_TAB_MODIFICATIONS)";
    DatabaseCounter.ROW_CHANGES.forEach(counter -> reasons.put(counter, approximate));
    if (pooledByServer(url)) {
      reasons.put(SESSIONS, "a pooled server keeps its session when a connection is closed");
    }
    return reasons;
  }

  boolean countsQueries() {
    return this == POSTGRESQL;
  }

  String label() {
    return DatabaseKind.valueOf(name()).product();
  }

  /** Returns the statement in a file below {@code sql/…/watch}, without comments and terminator. */
  public String text(String name) {
    String path = "sql/" + name().toLowerCase(Locale.ROOT) + "/watch/" + name + ".sql";
    String text = Resources.text(path).replaceAll("(?m)^--.*\\R?", "").strip();
    boolean block = text.endsWith("\n/"); // its last semicolon belongs to it
    return block ? text.replaceFirst("\\s*/$", "") : text.replaceFirst(";$", "");
  }

  public static MonitorDialect of(String url) {
    return valueOf(DatabaseKind.of(url).name());
  }

  /** Returns whether sessions of a URL come from a pool in the server (DRCP). */
  static boolean pooledByServer(String url) {
    return SERVER_TYPE.matcher(url).results().anyMatch(m -> m.group().equalsIgnoreCase("pooled"));
  }

  /** Connects; a response that takes longer than the timeout closes the connection. */
  public Connection connect(String url, String user, String password, Duration timeout)
      throws SQLException {
    Properties all = properties(timeout);
    all.setProperty("user", user);
    all.setProperty("password", password);
    return DriverManager.getConnection(dedicated(url), all);
  }
}
