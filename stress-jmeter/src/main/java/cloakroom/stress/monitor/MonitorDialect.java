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

/** How each kind of database is reached and asked by one who only reads. */
public enum MonitorDialect {
  /**
   * A backend keeps its statistics to itself for up to a second and flushes them when it exits
   * (PostgreSQL documentation, "The Cumulative Statistics System"): the watcher flushes its own
   * before it reads.
   */
  POSTGRESQL(14),

  /**
   * Oracle counts the changes of a single table only approximately (USER_TAB_MODIFICATIONS:
   * rolled-back ones count, gathering statistics starts anew, and what is in memory is written down
   * only for a user with ANALYZE ANY), so those counters are never told. Its sessions and commits
   * are the pluggable database's, other users' and its own jobs' among them.
   */
  ORACLE(0);

  /** The question without whose answer nothing can be audited. */
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

  private static final Pattern HOLDER =
      Pattern.compile("cloakroom-monitor (\\d+)@(\\S+) (\\d+T\\d+Z)");

  private static final int MAX_HOST = 20;

  /** Length of the column of Oracle's session list. */
  private static final int MAX_PROGRAM = 48;

  private static final String LOGIN_SECONDS = "10";
  private static final Pattern VIEW = Pattern.compile("\\bv\\$(\\w+)");

  /** The server type of an Oracle's address that is not dedicated, in both spellings. */
  private static final Pattern SERVER_TYPE =
      Pattern.compile("(?i)(?<=:|\\bSERVER\\s{0,9}=\\s{0,9})(?:pooled|shared)\\b");

  /** The oldest major version that can be watched. */
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

  /**
   * Returns what is wrong when another run uses the schema.
   *
   * @param application application name of its session; null if the session has just ended
   */
  static String inUse(String application) {
    String run =
        HOLDER.matcher(String.valueOf(application)).replaceFirst("host $2, process $1, since $3");
    return "another run uses this schema (" + run + "); wait for its end or stop it";
  }

  Properties properties(Duration silence) {
    Properties p = new Properties();
    if (this == POSTGRESQL) {
      p.setProperty("ApplicationName", MONITOR);
      p.setProperty("connectTimeout", LOGIN_SECONDS);
      p.setProperty("loginTimeout", LOGIN_SECONDS);
      p.setProperty("socketTimeout", Long.toString(silence.toSeconds()));
      // else the fifth execution names a statement on a server that a bouncer may have changed
      p.setProperty("prepareThreshold", "0");
    } else {
      p.setProperty("v$session.program", shown(MONITOR));
      p.setProperty("oracle.net.OUTBOUND_CONNECT_TIMEOUT", LOGIN_SECONDS);
      p.setProperty("oracle.jdbc.loginTimeout", LOGIN_SECONDS);
      p.setProperty("oracle.jdbc.ReadTimeout", Long.toString(silence.toMillis()));
      p.setProperty("oracle.jdbc.implicitStatementCacheSize", "20");
      // else the first failure of each connection writes hundreds of lines
      p.setProperty("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false");
    }
    return p;
  }

  /**
   * Whether the database would have answered a user with more rights. An Oracle's view that may not
   * be read does not exist for its reader (ORA-00942), or is told apart.
   */
  public boolean refused(SQLException failure) {
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

  /** What an administrator has to say for the statement to be answered; "" if nothing helps. */
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
   * The same address, for a server process of the session's own: a watcher must not take one of a
   * pool that it looks at.
   */
  String dedicated(String url) {
    return this == POSTGRESQL ? url : SERVER_TYPE.matcher(url).replaceAll("dedicated");
  }

  /** The questions that together tell the counters, by the names of their files. */
  List<String> counters(int version) {
    return this == ORACLE
        ? List.of("started", COUNTERS, "ps-txn-rows", "ps-txn-bytes")
        : version < 15 ? List.of(COUNTERS) : List.of("flush", COUNTERS);
  }

  /** What the server is asked each second, by the names of the files. */
  List<String> figures(int version) {
    String checkpoints = version < 17 ? "checkpoints-16" : "checkpoints";
    return this == POSTGRESQL
        ? List.of("database", "wal", "sessions", checkpoints)
        : List.of("statistics", "time-model", "waits", "sessions", "drcp");
  }

  /** The questions that together tell what sessions hold, by the names of their files. */
  public List<String> held() {
    return this == POSTGRESQL ? List.of("held") : List.of("held", "held-locks", "held-segments");
  }

  /** The statements between trials, for Cloakroom's tables; serverWide adds a checkpoint. */
  List<String> tidying(boolean serverWide) {
    return this == POSTGRESQL
        ? Stream.concat(
                Stream.of("ps_txn", "departments", "employees")
                    .map(table -> "vacuum (analyze, skip_locked) cloakroom." + table),
                Stream.of("checkpoint").filter(any -> serverWide))
            .toList()
        : List.of(text("tidy"));
  }

  /**
   * Returns the counters that other clients add to, which the server cannot tell apart.
   *
   * @param shared whether other clients may use the database
   */
  Set<DatabaseCounter> withOthers(boolean shared) {
    return shared || this == ORACLE ? EnumSet.of(SESSIONS, COMMITS, ROLLBACKS) : Set.of();
  }

  /**
   * Returns the counters that the database behind that URL does not report, with the reason.
   *
   * @param pooled whether a connection pooler such as PgBouncer is between
   */
  Map<DatabaseCounter, String> unavailableReasons(String url, boolean pooled) {
    Map<DatabaseCounter, String> unavailableReasons = new EnumMap<>(DatabaseCounter.class);
    if (pooled) {
      unavailableReasons.put(SESSIONS, "behind a pooler a connection is no session of the server");
    }
    if (this == POSTGRESQL) {
      return unavailableReasons;
    }
    String approximate =
        "Oracle counts the changed rows of a table only approximately (USER_TAB_MODIFICATIONS)";
    DatabaseCounter.ROW_CHANGES.forEach(counter -> unavailableReasons.put(counter, approximate));
    if (pooledByServer(url)) {
      unavailableReasons.put(
          SESSIONS,
          "a pooled server keeps its session when a connection goes: connections are not log-ons");
    }
    return unavailableReasons;
  }

  /** Whether a query is a transaction that is counted. */
  boolean countsQueries() {
    return this == POSTGRESQL;
  }

  /** The name of the database for readers. */
  String label() {
    return DatabaseKind.valueOf(name()).product();
  }

  /**
   * The statement in that file below {@code sql/…/watch}, as JDBC wants it: no comments, no
   * terminator. They are files so that the benchmarks can ask the same, and so that what is sent to
   * Oracle is checked like every other script for it.
   */
  public String text(String name) {
    String path = "sql/" + name().toLowerCase(Locale.ROOT) + "/watch/" + name + ".sql";
    String text = Resources.text(path).replaceAll("(?m)^--.*\\R?", "").strip();
    boolean block = text.endsWith("\n/"); // its last semicolon belongs to it
    return block ? text.replaceFirst("\\s*/$", "") : text.replaceFirst(";$", "");
  }

  public static MonitorDialect of(String url) {
    return valueOf(DatabaseKind.of(url).name());
  }

  /** Whether sessions of this URL are lent by a pool at the database's end (DRCP). */
  static boolean pooledByServer(String url) {
    return SERVER_TYPE.matcher(url).results().anyMatch(m -> m.group().equalsIgnoreCase("pooled"));
  }

  /** Connects for watching; a longer silence than that costs the connection. */
  public Connection connect(String url, String user, String password, Duration silence)
      throws SQLException {
    Properties all = properties(silence);
    all.setProperty("user", user);
    all.setProperty("password", password);
    return DriverManager.getConnection(dedicated(url), all);
  }
}
