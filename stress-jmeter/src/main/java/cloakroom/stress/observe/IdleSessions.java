package cloakroom.stress.observe;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult;
import cloakroom.contract.InspectionResult.CallSite;
import cloakroom.contract.InspectionResult.Cost;
import cloakroom.contract.InspectionResult.InspectionFinding;
import cloakroom.platform.OneLine;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.monitor.MonitorConnection;
import cloakroom.stress.monitor.MonitorDialect;
import cloakroom.stress.monitor.ServerMetrics;
import cloakroom.stress.process.StressFailure;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Recorder of locks and other items that idle database sessions keep between two requests. An item
 * that a session keeps in consecutive samples counts once.
 */
public final class IdleSessions implements AutoCloseable {
  private static final int MAX_FINDINGS = 200;
  private static final int MAX_CALL_SITES = 5;

  private record SessionItem(HeldKind kind, String name, String transaction) {
    SessionItem in(String transaction) {
      return kind.life() == HeldKind.Life.TRANSACTION
          ? new SessionItem(kind, name, transaction)
          : this;
    }
  }

  private static final class FindingCounts {
    private final String first = now();
    private String last = first;
    private long count;
    private long inTransaction;
    private final Map<String, CallSite> by = new LinkedHashMap<>();
  }

  private final MonitorDialect dialect;
  private final String user;
  private final double minIdleSeconds;
  private final MonitorConnection connection;
  private final String began = now();
  private final Map<SessionItem, FindingCounts> findings = new LinkedHashMap<>();
  private final Map<String, Long> skippedChecks = new TreeMap<>();
  private final Map<String, String> unavailableReasons = new TreeMap<>();
  private final Set<String> refusedQueries = new HashSet<>();
  // Epoch ms since which a session has an item, such as a lock, by session id and item.
  private Map<String, Map<SessionItem, Long>> heldSince = new HashMap<>();
  private long seen;
  private long idle;
  private long moreFindings;
  private long slowest;

  public IdleSessions(
      MonitorDialect dialect, String user, Duration minIdle, MonitorConnection connection) {
    this.dialect = dialect;
    this.user = user;
    this.minIdleSeconds = minIdle.toMillis() / 1_000.0;
    this.connection = connection;
  }

  public static IdleSessions open(String url, String user, String password, Duration minIdle) {
    MonitorDialect dialect = MonitorDialect.of(url);
    MonitorConnection.Opener opener =
        () -> dialect.connect(url, user, password, Duration.ofSeconds(60));
    try {
      MonitorConnection connection = new MonitorConnection(opener, ServerMetrics.TIMEOUT_SECONDS);
      return new IdleSessions(dialect, user, minIdle, connection);
    } catch (SQLException e) {
      throw StressFailure.wrongUse(
          "cannot watch %s as %s: %s", url, user, OneLine.of(e.getMessage()));
    }
  }

  private static String now() {
    return Instant.ofEpochMilli(SteadyTime.millis()).toString();
  }

  /** Takes one sample. If a query fails, counts the failure and leaves the sample incomplete. */
  public void sample() {
    long before = connection.micros();
    try {
      // Reads items before sessions, so that idle sessions were already idle when items were read.
      Map<String, Set<SessionItem>> held = readHeld();
      Set<String> present = new HashSet<>();
      for (Map<String, String> session : readIdle(present)) {
        idle++;
        recordSession(session, held.getOrDefault(session.get("sessionId"), Set.of()));
      }
      heldSince.keySet().retainAll(present);
    } catch (SQLException e) {
      if (dialect.denied(e)) {
        throw StressFailure.wrongUse(
            "%s may not see sessions: %s",
            user, dialect.grant(dialect.text("held-sessions"), user));
      }
      skippedChecks.merge(OneLine.of(e), 1L, Long::sum);
    }
    slowest = Math.max(slowest, connection.micros() - before);
  }

  private Map<String, Set<SessionItem>> readHeld() throws SQLException {
    Map<String, Set<SessionItem>> held = new HashMap<>();
    for (String query : dialect.held()) {
      String sql = dialect.text(query);
      try {
        if (!refusedQueries.contains(query)) {
          connection.rows(sql).forEach(row -> add(row, held));
        }
      } catch (SQLException e) {
        if (!dialect.denied(e)) {
          throw e;
        }
        refusedQueries.add(query);
        Stream.of(HeldKind.values())
            .map(HeldKind::key)
            .filter(kind -> sql.contains("'" + kind + "'"))
            .forEach(k -> unavailableReasons.put(k, "not permitted: " + dialect.grant(sql, user)));
      }
    }
    return held;
  }

  /** Adds a session's item. A row without session id explains why a kind of item is missing. */
  private void add(Map<String, String> row, Map<String, Set<SessionItem>> held) {
    String name = row.getOrDefault("name", "").strip();
    if (row.get("sessionId") == null) {
      unavailableReasons.put(row.get("kind"), name);
    } else {
      HeldKind kind = HeldKind.at(row.get("kind")).orElseThrow();
      held.computeIfAbsent(row.get("sessionId"), first -> new HashSet<>())
          .add(new SessionItem(kind, name, ""));
    }
  }

  /**
   * Returns the sessions that have been idle for the minimum time. Adds the ids of all sessions,
   * idle or not, to {@code present}.
   */
  private List<Map<String, String>> readIdle(Set<String> present) throws SQLException {
    List<Map<String, String>> rows = connection.rows(dialect.text("held-sessions"));
    seen += rows.size();
    long hidden = rows.stream().filter(row -> "t".equals(row.get("hidden"))).count();
    if (hidden > 0) {
      String reason = "sessions that " + user + " may not see: " + dialect.grant("", user);
      skippedChecks.merge(reason, hidden, Long::sum);
    }
    rows.forEach(row -> present.add(row.get("sessionId")));
    return rows.stream()
        .filter(row -> Double.parseDouble(row.getOrDefault("idleSeconds", "-1")) >= minIdleSeconds)
        .toList();
  }

  private void recordSession(Map<String, String> session, Set<SessionItem> items) {
    Set<SessionItem> all = new HashSet<>();
    String transaction = session.getOrDefault("transaction", "");
    boolean open = !transaction.isEmpty();
    if (open) {
      all.add(new SessionItem(HeldKind.OPEN_TRANSACTION, "", transaction));
    }
    items.forEach(item -> all.add(item.in(transaction)));
    Map<SessionItem, Long> known =
        heldSince.computeIfAbsent(session.get("sessionId"), first -> new HashMap<>());
    String application = session.getOrDefault("application", "");
    String holder = "application %s, user %s".formatted(application, session.get("account"));
    double seconds = Double.parseDouble(session.get("idleSeconds"));
    known.keySet().retainAll(all);
    long now = SteadyTime.millis();
    for (SessionItem item : all) {
      boolean begins = !known.containsKey(item);
      long since = known.computeIfAbsent(item, first -> now - Math.round(seconds * 1_000));
      count(item, holder, begins, open, (now - since) / 1_000.0);
    }
  }

  private void count(
      SessionItem item, String holder, boolean begins, boolean open, double seconds) {
    SessionItem common = new SessionItem(item.kind(), InspectionResult.common(item.name()), "");
    if (!findings.containsKey(common) && findings.size() == MAX_FINDINGS) {
      moreFindings += begins ? 1 : 0;
      return;
    }
    FindingCounts found = findings.computeIfAbsent(common, first -> new FindingCounts());
    found.last = now();
    found.count += begins ? 1 : 0;
    found.inTransaction += begins && open ? 1 : 0;
    CallSite known = found.by.getOrDefault(holder, new CallSite(holder, List.of(), 0, 0));
    long times = known.count() + (begins ? 1 : 0);
    double longest = Math.max(known.longestSeconds(), seconds);
    found.by.put(holder, new CallSite(holder, List.of(), times, longest));
  }

  public InspectionResult result() {
    List<InspectionFinding> all =
        findings.entrySet().stream().map(each -> finding(each.getKey(), each.getValue())).toList();
    return new InspectionResult(
        InspectionResult.SCHEMA,
        null,
        began,
        now(),
        dialect.name(),
        null,
        0,
        seen,
        idle,
        new Cost(connection.statements(), connection.micros(), slowest),
        skippedChecks,
        unavailableReasons,
        all,
        moreFindings,
        List.of(),
        0);
  }

  private static InspectionFinding finding(SessionItem item, FindingCounts counts) {
    Comparator<CallSite> byCount = Comparator.comparingLong(CallSite::count).reversed();
    List<CallSite> by = counts.by.values().stream().sorted(byCount).limit(MAX_CALL_SITES).toList();
    return new InspectionFinding(
        item.kind().key(),
        item.name(),
        item.kind().stateKind(),
        counts.count,
        counts.first,
        counts.last,
        counts.inTransaction,
        0,
        by,
        List.of());
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // The connection is closed already.
    }
  }
}
