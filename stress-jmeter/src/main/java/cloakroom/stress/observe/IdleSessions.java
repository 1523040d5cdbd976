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

/**
 * Looks again and again at what the sessions of a database hold that do nothing, and so stand
 * between two requests, as its own views tell it. One that holds a thing at several looks in a row
 * holds it once, for so long.
 */
public final class IdleSessions implements AutoCloseable {
  private static final int MOST = 200;
  private static final int MOST_CULPRITS = 5;

  /** A thing that a session holds; what belongs to a transaction is told from the next one's. */
  private record Thing(HeldKind kind, String name, String transaction) {
    Thing in(String transaction) {
      return kind.life() == HeldKind.Life.TRANSACTION ? new Thing(kind, name, transaction) : this;
    }
  }

  private static final class Found {
    private final String first = now();
    private String last = first;
    private long count;
    private long inTransaction;
    private final Map<String, CallSite> by = new LinkedHashMap<>();
  }

  private final MonitorDialect access;
  private final String user;
  private final double limit;
  private final MonitorConnection connection;
  private final String began = now();
  private final Map<Thing, Found> findings = new LinkedHashMap<>();
  private final Map<String, Long> skippedChecks = new TreeMap<>();
  private final Map<String, String> unavailableReasons = new TreeMap<>();
  private final Set<String> refused = new HashSet<>();

  /** Since when each session, as far as it was seen idle, has held what it holds. */
  private Map<String, Map<Thing, Long>> holding = new HashMap<>();

  private long seen;
  private long idle;
  private long more;
  private long slowest;

  /** {@code statementSeconds} limits each statement, 0 for no limit. */
  public IdleSessions(
      MonitorDialect access,
      String user,
      Duration limit,
      int statementSeconds,
      MonitorConnection.Opener opener)
      throws SQLException {
    this.access = access;
    this.user = user;
    this.limit = limit.toMillis() / 1_000.0;
    this.connection = new MonitorConnection(opener, statementSeconds);
  }

  /**
   * Connects. Fails in one line if the database cannot be reached or refuses the user.
   *
   * @param limit how long a session must have done nothing to be looked at
   */
  public static IdleSessions open(String url, String user, String password, Duration limit) {
    MonitorDialect access = MonitorDialect.of(url);
    try {
      Duration silence = Duration.ofSeconds(60);
      return new IdleSessions(
          access,
          user,
          limit,
          ServerMetrics.TIMEOUT_SECONDS,
          () -> access.connect(url, user, password, silence));
    } catch (SQLException e) {
      throw StressFailure.wrongUse(
          "cannot watch " + url + " as " + user + ": " + OneLine.of(e.getMessage()));
    }
  }

  private static String now() {
    return Instant.ofEpochMilli(SteadyTime.millis()).toString();
  }

  /** One look; a database that does not answer is looked at again the next time. */
  public void look() {
    long before = connection.micros();
    try {
      // whoever is idle for so long afterwards held these things while it was idle
      Map<String, Set<Thing>> held = held();
      Set<String> there = new HashSet<>();
      for (Map<String, String> session : sessions(there)) {
        idle++;
        hold(session, held.getOrDefault(session.get("sessionId"), Set.of()));
      }
      holding.keySet().retainAll(there);
    } catch (SQLException e) {
      if (access.refused(e)) {
        throw StressFailure.wrongUse(
            "%s may not see sessions: %s", user, access.grant(access.text("held-sessions"), user));
      }
      skippedChecks.merge(OneLine.of(e), 1L, Long::sum);
    }
    slowest = Math.max(slowest, connection.micros() - before);
  }

  private Map<String, Set<Thing>> held() throws SQLException {
    Map<String, Set<Thing>> held = new HashMap<>();
    for (String question : access.held()) {
      String sql = access.text(question);
      try {
        if (!refused.contains(question)) {
          connection.rows(sql).forEach(row -> add(row, held));
        }
      } catch (SQLException e) {
        if (!access.refused(e)) {
          throw e;
        }
        refused.add(question);
        for (HeldKind kind : HeldKind.values()) {
          if (sql.contains("'" + kind.key() + "'")) {
            unavailableReasons.put(kind.key(), "not permitted: " + access.grant(sql, user));
          }
        }
      }
    }
    return held;
  }

  /** A row without a session says why a kind is not told. */
  private void add(Map<String, String> row, Map<String, Set<Thing>> held) {
    String kind = row.get("kind");
    String name = row.getOrDefault("name", "").strip();
    String session = row.get("sessionId");
    if (session == null) {
      unavailableReasons.put(kind, name);
    } else {
      held.computeIfAbsent(session, first -> new HashSet<>())
          .add(new Thing(HeldKind.at(kind).orElseThrow(), name, ""));
    }
  }

  /** The sessions that have done nothing for long enough; adds the ids of all. */
  private List<Map<String, String>> sessions(Set<String> there) throws SQLException {
    List<Map<String, String>> rows = connection.rows(access.text("held-sessions"));
    seen += rows.size();
    long hidden = rows.stream().filter(row -> "t".equals(row.get("hidden"))).count();
    if (hidden > 0) {
      String why = "sessions that " + user + " may not see: " + access.grant("", user);
      skippedChecks.merge(why, hidden, Long::sum);
    }
    rows.forEach(row -> there.add(row.get("sessionId")));
    return rows.stream()
        .filter(row -> Double.parseDouble(row.getOrDefault("idleSeconds", "-1")) >= limit)
        .toList();
  }

  private void hold(Map<String, String> session, Set<Thing> things) {
    Set<Thing> all = new HashSet<>();
    String transaction = session.getOrDefault("transaction", "");
    boolean open = !transaction.isEmpty();
    if (open) {
      all.add(new Thing(HeldKind.OPEN_TRANSACTION, "", transaction));
    }
    things.stream().map(thing -> thing.in(transaction)).forEach(all::add);
    Map<Thing, Long> known =
        holding.computeIfAbsent(session.get("sessionId"), first -> new HashMap<>());
    String who =
        "application %s, user %s"
            .formatted(session.getOrDefault("application", ""), session.get("account"));
    double seconds = Double.parseDouble(session.get("idleSeconds"));
    known.keySet().retainAll(all);
    long now = SteadyTime.millis();
    for (Thing thing : all) {
      boolean begins = !known.containsKey(thing);
      long since = known.computeIfAbsent(thing, first -> now - Math.round(seconds * 1_000));
      count(thing, who, begins, open, (now - since) / 1_000.0);
    }
  }

  private void count(Thing thing, String who, boolean begins, boolean open, double seconds) {
    Thing common = new Thing(thing.kind(), InspectionResult.common(thing.name()), "");
    if (!findings.containsKey(common) && findings.size() == MOST) {
      more += begins ? 1 : 0;
      return;
    }
    Found found = findings.computeIfAbsent(common, first -> new Found());
    found.last = now();
    found.count += begins ? 1 : 0;
    found.inTransaction += begins && open ? 1 : 0;
    found.by.merge(
        who, new CallSite(who, List.of(), begins ? 1 : 0, seconds), IdleSessions::together);
  }

  private static CallSite together(CallSite one, CallSite again) {
    return new CallSite(
        one.statement(),
        one.frames(),
        one.count() + again.count(),
        Math.max(one.longestSeconds(), again.longestSeconds()));
  }

  public InspectionResult result() {
    List<InspectionFinding> told =
        findings.entrySet().stream().map(each -> told(each.getKey(), each.getValue())).toList();
    return new InspectionResult(
        InspectionResult.SCHEMA,
        InspectionResult.verdict(idle, told, unavailableReasons.keySet()),
        began,
        now(),
        access.name(),
        null,
        0,
        seen,
        idle,
        new Cost(connection.statements(), connection.micros(), slowest),
        skippedChecks,
        unavailableReasons,
        told,
        more);
  }

  private static InspectionFinding told(Thing thing, Found found) {
    List<CallSite> by =
        found.by.values().stream()
            .sorted(Comparator.comparingLong(CallSite::count).reversed())
            .limit(MOST_CULPRITS)
            .toList();
    return new InspectionFinding(
        thing.kind().key(),
        thing.name(),
        thing.kind().stateKind(),
        found.count,
        found.first,
        found.last,
        found.inTransaction,
        0,
        by,
        List.of());
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // it has ended already
    }
  }
}
