package cloakroom.stress.measure.files;

import cloakroom.stress.measure.ServerWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** counters.json of one trial: what tier, database and engine counted for themselves. */
public final class Counters {
  private static final Duration LONGEST = Duration.ofDays(100);

  /** Why the database's counters after the trial do not go on from those before it. */
  private static final String INTERRUPTED = "interrupted";

  private final Json root;
  private final Json total;
  private final Json baseline;
  private final Json gauges;

  Counters(Json root) {
    this.root = root;
    this.total = root.child("counters");
    this.baseline = root.child("baseline");
    this.gauges = root.child("gauges");
  }

  /** A counter over the tier's whole life. */
  public long total(String name) {
    return total.whole(name);
  }

  /** A counter over the measured phase. */
  public long measured(String name) {
    return total.whole(name) - baseline.whole(name);
  }

  /** A counter when the measured phase began. */
  public long baseline(String name) {
    return baseline.whole(name);
  }

  /** A value of the end, or the highest there was. */
  public long gauge(String name) {
    return gauges.whole(name);
  }

  /** Whether the database's own counters were read before and after. */
  public boolean hasDatabase() {
    return root.has("database")
        && root.child("database").has("before")
        && root.child("database").has("after");
  }

  /** By how much a counter of the database grew over the trial. */
  public long database(String name) {
    Json database = root.child("database");
    return database.child("after").whole(name) - database.child("before").whole(name);
  }

  /** Whether the database told a counter before and after, and counted on in between. */
  public boolean told(String name) {
    Json database = root.child("database");
    return !database.has(INTERRUPTED)
        && database.child("before").has(name)
        && database.child("after").has(name);
  }

  /** Why it did not. */
  public String whyNotTold(String name) {
    Json database = root.child("database");
    return database.has(INTERRUPTED)
        ? database.text(INTERRUPTED)
        : database.flat("notTold").getOrDefault(name, "the database does not tell " + name);
  }

  /** Whether others add to a counter of the database besides tier and monitor. */
  public boolean countsOthers(String name) {
    return root.child("database").texts("withOthers").contains(name);
  }

  /** Sessions of the database that were there to watch it. */
  public long monitorSessions() {
    return root.whole("monitorSessions", 0);
  }

  /** Where snapshots went. */
  public String store() {
    return root.text("store", "");
  }

  /** What the record of the server says of itself; nothing if the server was not asked. */
  public Optional<ServerRecord> server() {
    if (!root.has("server")) {
      return Optional.empty();
    }
    Json server = root.child("server");
    List<ServerWork.Group> groups = new ArrayList<>();
    server.children("groups").forEach(group -> groups.add(group(group)));
    ServerWork.Gaps gaps =
        new ServerWork.Gaps(
            server.whole("rows", 0), server.whole("gaps", 0), server.text("lastFailure", ""));
    return Optional.of(new ServerRecord(server.text("product"), List.copyOf(groups), gaps));
  }

  /** What there is to know of server.csv. */
  public record ServerRecord(String product, List<ServerWork.Group> groups, ServerWork.Gaps gaps) {}

  private static ServerWork.Group group(Json json) {
    return new ServerWork.Group(
        json.text("name"),
        json.text("state"),
        json.text("reason", ""),
        json.text("grant", ""),
        json.texts("figures"));
  }

  /** Whether the measured phase began at all: a run may be cut short in its warm-up. */
  static boolean began(Json root) {
    return root.whole("measuredFrom", 0) > 0
        && root.whole("measuredTo", 0) > root.whole("measuredFrom", 0);
  }

  /** When the measured phase began, epoch milliseconds. */
  public long measuredFrom() {
    long from = root.whole("measuredFrom");
    if (from <= 0) {
      throw root.fault("measuredFrom", "the time at which the measured phase began");
    }
    return from;
  }

  /** When it ended. */
  public long measuredTo() {
    long from = measuredFrom();
    long to = root.whole("measuredTo");
    if (to <= from || to - from > LONGEST.toMillis()) {
      throw root.fault("measuredTo", "within 100 days after measuredFrom (" + from + ")");
    }
    return to;
  }

  /**
   * Whether a node was killed: its counters are the last ones that were read, not its final ones.
   */
  public boolean hasKilled() {
    return root.has("killed");
  }

  /** The node that was killed, from 1. */
  public long killedNode() {
    return root.child("killed").whole("node");
  }

  /** Seconds of the measured phase that had passed when it was killed. */
  public double killedAfterSeconds() {
    return root.child("killed").whole("afterMs") / 1000.0;
  }

  /** A counter over the life of the nodes that told their final counters. */
  public long surviving(String name) {
    return hasKilled() ? root.child("surviving").child("counters").whole(name) : total(name);
  }

  /** A gauge of those nodes. */
  public long survivingGauge(String name) {
    return hasKilled() ? root.child("surviving").child("gauges").whole(name) : gauge(name);
  }

  /** Whether the trial ended early. */
  public boolean cutShort() {
    return root.has("engine") && root.child("engine").truth("cutShort");
  }

  /** Milliseconds that the generator spent collecting garbage. */
  public long gcMillis() {
    return root.has("engine") ? root.child("engine").whole("gcMillis", 0) : 0;
  }

  /** A number of a part of the file; not a number where it is not known. */
  public double number(String part, String name) {
    return root.has(part) ? root.child(part).number(name, Double.NaN) : Double.NaN;
  }

  /** Every setting in force in the tier. */
  public Map<String, String> settings() {
    return root.flat("settings");
  }

  /** Times taken inside the tier. */
  public TierTimes tierTimes() {
    return root.has("tierTimes") ? TierTimes.of(root.child("tierTimes")) : TierTimes.none();
  }
}
