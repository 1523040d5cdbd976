package cloakroom.stress.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** counters.json of one trial: what tier, database and engine counted for themselves. */
final class Counters {
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
  long total(String name) {
    return total.whole(name);
  }

  /** As {@link #total}, 0 for tiers of old, which did not count it. */
  long totalIfAny(String name) {
    return total.whole(name, 0);
  }

  /** A counter over the measured phase. */
  long measured(String name) {
    return total.whole(name) - baseline.whole(name);
  }

  /** Hygiene's work over the measured phase; tiers of old did not count it. */
  Cleaning cleaning() {
    return new Cleaning(known("cleanings"), known("cleaningRoundTrips"), known("cleaningMicros"));
  }

  private double known(String name) {
    return total.has(name) ? total.whole(name) - baseline.whole(name, 0) : Double.NaN;
  }

  long baseline(String name) {
    return baseline.whole(name);
  }

  long gauge(String name) {
    return gauges.whole(name);
  }

  /** Whether the database's own counters were read before and after. */
  boolean hasDatabase() {
    return root.has("database")
        && root.child("database").has("before")
        && root.child("database").has("after");
  }

  /** By how much a counter of the database grew over the trial. */
  long database(String name) {
    Json database = root.child("database");
    return database.child("after").whole(name) - database.child("before").whole(name);
  }

  /** Whether the database told a counter before and after, and counted on in between. */
  boolean told(String name) {
    Json database = root.child("database");
    return !database.has(INTERRUPTED)
        && database.child("before").has(name)
        && database.child("after").has(name);
  }

  /** Why it did not. */
  String whyNotTold(String name) {
    Json database = root.child("database");
    return database.has(INTERRUPTED)
        ? database.text(INTERRUPTED)
        : database.flat("notTold").getOrDefault(name, "the database does not tell " + name);
  }

  /** Whether others add to a counter of the database besides tier and monitor. */
  boolean countsOthers(String name) {
    Json database = root.child("database");
    if (!database.has("withOthers")) {
      return false;
    }
    for (JsonNode each : database.child("withOthers").node()) {
      if (each.asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** What the record of the server says of itself; empty for runs that have none. */
  Optional<Json> server() {
    return root.has("server") ? Optional.of(root.child("server")) : Optional.empty();
  }

  long monitorSessions() {
    return root.whole("monitorSessions", 0);
  }

  String store() {
    return root.text("store", "");
  }

  /** Whether the measured phase began at all: a run may be cut short in its warm-up. */
  static boolean began(Json root) {
    return root.whole("measuredFrom", 0) > 0
        && root.whole("measuredTo", 0) > root.whole("measuredFrom", 0);
  }

  long measuredFrom() {
    long from = root.whole("measuredFrom");
    if (from <= 0) {
      throw root.fault("measuredFrom", "the time at which the measured phase began");
    }
    return from;
  }

  long measuredTo() {
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
  boolean hasKilled() {
    return root.has("killed");
  }

  /** The node that was killed, from 1. */
  long killedNode() {
    return root.child("killed").whole("node");
  }

  /** Milliseconds of the measured phase that had passed when it was killed. */
  long killedAfterMillis() {
    return root.child("killed").whole("afterMs");
  }

  /** A counter over the life of the nodes that told their final counters. */
  long surviving(String name) {
    return hasKilled() ? root.child("surviving").child("counters").whole(name) : total(name);
  }

  long survivingGauge(String name) {
    return hasKilled() ? root.child("surviving").child("gauges").whole(name) : gauge(name);
  }

  boolean cutShort() {
    return root.has("engine") && root.child("engine").truth("cutShort");
  }

  long gcMillis() {
    return root.has("engine") ? root.child("engine").whole("gcMillis", 0) : 0;
  }

  CpuSeconds cpu() {
    if (!root.has("cpuSeconds")) {
      return CpuSeconds.UNKNOWN;
    }
    Json cpu = root.child("cpuSeconds");
    return new CpuSeconds(
        cpu.number("generator", Double.NaN),
        cpu.number("tier", Double.NaN),
        cpu.number("database", Double.NaN));
  }

  LiveHeap liveHeap() {
    return root.has("liveHeap") ? LiveHeap.of(root.child("liveHeap")) : LiveHeap.UNKNOWN;
  }

  Map<String, String> settings() {
    return root.flat("settings");
  }

  TierTimes tierTimes() {
    return root.has("tierTimes") ? TierTimes.of(root.child("tierTimes")) : TierTimes.none();
  }
}
