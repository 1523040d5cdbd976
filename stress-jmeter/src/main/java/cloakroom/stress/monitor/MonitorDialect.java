package cloakroom.stress.monitor;

import static cloakroom.stress.folder.DatabaseCounter.CHANGED_ROWS;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Database product with its connection properties, monitoring queries and error codes. */
public enum MonitorDialect {
  /**
   * PostgreSQL. A server process publishes its statistics up to a second late. The monitor
   * therefore flushes the statistics of its own server process before it reads counters. Version 14
   * cannot flush them, and an idle server process keeps its last ones: the audit would fail.
   */
  POSTGRESQL(15),

  /**
   * Oracle. Changed rows are not counted, because USER_TAB_MODIFICATIONS includes rolled-back
   * changes and is reset when statistics are gathered. An update of this view would also require
   * the privilege ANALYZE ANY. Counters of sessions and commits include all users and background
   * jobs of the pluggable database.
   */
  ORACLE(0);

  static final String COUNTERS = "counters";

  /** Application name of a tier's database connections if no run started the tier. */
  static final String TIER = TierOptions.TIER_NAME;

  /** Suffix that makes application names unique to this run: process id, host, start time. */
  static final String RUN =
      " %d@%s %s"
          .formatted(
              ProcessHandle.current().pid(),
              host(),
              DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
                  .withZone(ZoneOffset.UTC)
                  .format(ProcessHandle.current().info().startInstant().orElse(Instant.EPOCH)));

  /** Application name of the monitor's sessions, which the monitoring queries exclude. */
  private static final String MONITOR = "cloakroom-monitor" + RUN;

  private static final Pattern HOLDER = Pattern.compile("cloakroom-monitor (\\d+)@(\\S+) (\\S+Z)");
  private static final int MAX_HOST = 20;
  private static final int MAX_PROGRAM = 48;
  private static final String LOGIN_SECONDS = "10";
  private static final Pattern VIEW = Pattern.compile("\\bv\\$(\\w+)");

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

  /** Returns an application name as the database lists it: Oracle cuts off long names. */
  String shown(String name) {
    return this == ORACLE ? name.substring(0, Math.min(MAX_PROGRAM, name.length())) : name;
  }

  /** Returns the error for a schema in use by the run with this application name or null. */
  static String inUse(String name) {
    String run = HOLDER.matcher(String.valueOf(name)).replaceFirst("host $2, process $1, since $3");
    return "another run uses this schema (" + run + "); wait for its end or stop it";
  }

  Properties properties(Duration timeout) {
    Properties p = new Properties();
    if (this == POSTGRESQL) {
      p.setProperty("ApplicationName", MONITOR);
      p.setProperty("connectTimeout", LOGIN_SECONDS);
      p.setProperty("loginTimeout", LOGIN_SECONDS);
      p.setProperty("socketTimeout", Long.toString(timeout.toSeconds()));
      // Disables server-side prepared statements of pgjdbc, because a pooler may lose them.
      p.setProperty("prepareThreshold", "0");
    } else {
      p.setProperty("v$session.program", shown(MONITOR));
      p.setProperty("oracle.net.OUTBOUND_CONNECT_TIMEOUT", LOGIN_SECONDS);
      p.setProperty("oracle.jdbc.loginTimeout", LOGIN_SECONDS);
      p.setProperty("oracle.jdbc.ReadTimeout", Long.toString(timeout.toMillis()));
      p.setProperty("oracle.jdbc.implicitStatementCacheSize", "20");
      // Prevents hundreds of log lines from the driver at the first failure of a connection.
      p.setProperty("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false");
    }
    return p;
  }

  /**
   * Returns whether the failure is a missing privilege. Oracle also reports "no such view"
   * (ORA-00942) for a view that the user may not read.
   */
  public boolean denied(SQLException failure) {
    return this == POSTGRESQL
        ? "42501".equals(failure.getSQLState())
        : failure.getErrorCode() == 942 || failure.getErrorCode() == 1031;
  }

  /**
   * Returns whether the failure is a missing object. On Oracle also true for a missing privilege,
   * which has the same error code.
   */
  boolean absent(SQLException failure) {
    return this == POSTGRESQL
        ? Set.of("42P01", "3F000").contains(failure.getSQLState())
        : failure.getErrorCode() == 942 || failure.getErrorCode() == 2289;
  }

  /** Returns the GRANT statement that permits a query to a user; "" if none is known. */
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
   * Returns the Oracle URL with a dedicated server process. Otherwise the monitor would take a
   * process from the server-side pool that it monitors.
   */
  String dedicated(String url) {
    return this == POSTGRESQL ? url : SERVER_TYPE.matcher(url).replaceAll("dedicated");
  }

  List<String> counters() {
    return this == ORACLE
        ? List.of("started", COUNTERS, "ps-txn-rows", "ps-txn-bytes")
        : List.of("flush", COUNTERS);
  }

  List<String> metrics(int version) {
    String checkpoints = version < 17 ? "checkpoints-16" : "checkpoints";
    return this == POSTGRESQL
        ? List.of("database", "wal", "sessions", checkpoints)
        : List.of("statistics", "time-model", "waits", "sessions", "drcp");
  }

  public List<String> held() {
    return this == POSTGRESQL ? List.of("held") : List.of("held", "held-locks", "held-segments");
  }

  /**
   * Returns statements that update the statistics of PS_TXN and of other tables of Cloakroom.
   *
   * @param tables names without schema
   */
  List<String> maintenance(boolean serverWide, List<String> tables) {
    Stream<String> quoted = tables.stream().map(t -> ", '" + t.toUpperCase(Locale.ROOT) + "'");
    return this == POSTGRESQL
        ? Stream.concat(
                Stream.concat(Stream.of("ps_txn"), tables.stream())
                    .map(table -> "vacuum (analyze, skip_locked) cloakroom." + table),
                Stream.of("checkpoint").filter(any -> serverWide))
            .toList()
        : List.of(text("tidy").replace("{tables}", quoted.collect(Collectors.joining())));
  }

  Set<DatabaseCounter> withOthers(boolean shared) {
    return shared || this == ORACLE ? EnumSet.of(SESSIONS, COMMITS, ROLLBACKS) : Set.of();
  }

  Map<DatabaseCounter, String> unavailable(String url, boolean pooled) {
    Map<DatabaseCounter, String> reasons = new EnumMap<>(DatabaseCounter.class);
    if (pooled) {
      reasons.put(SESSIONS, "behind a pooler a connection is no session of the server");
    }
    if (this == POSTGRESQL) {
      return reasons;
    }
    String approximate = "Oracle counts changed rows only approximately (USER_TAB_MODIFICATIONS)";
    DatabaseCounter.PS_TXN_CHANGES.forEach(counter -> reasons.put(counter, approximate));
    reasons.put(CHANGED_ROWS, approximate);
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

  public String text(String name) {
    String path = "sql/" + name().toLowerCase(Locale.ROOT) + "/watch/" + name + ".sql";
    String text = Resources.text(path).replaceAll("(?m)^--.*\\R?", "").strip();
    boolean block = text.endsWith("\n/"); // its last semicolon belongs to it
    return block ? text.replaceFirst("\\s*/$", "") : text.replaceFirst(";$", "");
  }

  public static MonitorDialect of(String url) {
    return valueOf(DatabaseKind.of(url).name());
  }

  /** Returns whether the URL uses Oracle's server-side pool (DRCP). */
  static boolean pooledByServer(String url) {
    return SERVER_TYPE.matcher(url).results().anyMatch(m -> m.group().equalsIgnoreCase("pooled"));
  }

  /** Connects. The driver closes the connection if a response exceeds the timeout. */
  public Connection connect(String url, String user, String password, Duration timeout)
      throws SQLException {
    Properties all = properties(timeout);
    all.setProperty("user", user);
    all.setProperty("password", password);
    return DriverManager.getConnection(dedicated(url), all);
  }
}
