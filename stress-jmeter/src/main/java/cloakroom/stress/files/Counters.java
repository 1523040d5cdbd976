package cloakroom.stress.files;

import cloakroom.contract.Counter;
import cloakroom.contract.TierTimes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** counters.json of one trial: what tier, database and engine counted for themselves. */
public final class Counters {
  private static final String TIER_TIMES = "tierTimes";
  private static final double MICROS_PER_MILLISECOND = 1000;
  private static final Duration LONGEST = Duration.ofDays(100);

  private final Json root;
  private final Json total;
  private final Json baseline;
  private final Json gauges;
  private final CountersFile file;
  private final CountersFile.Database database;

  Counters(Json root) {
    this.root = root;
    this.total = root.child("counters");
    this.baseline = root.child("baseline");
    this.gauges = root.child("gauges");
    this.file = root.as(CountersFile.class);
    this.database = file.database();
  }

  /** A counter over the tier's whole life; of a gauge its last value, or its highest. */
  public long counted(Counter counter) {
    return (counter.isGauge() ? gauges : total).whole(counter.label());
  }

  /** The same over the measured phase; a gauge knows no phases. */
  public long measured(Counter counter) {
    return counter.isGauge() ? counted(counter) : counted(counter) - baseline(counter);
  }

  /** A counter when the measured phase began. */
  public long baseline(Counter counter) {
    return baseline.whole(counter.label());
  }

  /** Whether the database's own counters were read before and after. */
  public boolean hasDatabase() {
    return database != null && database.before() != null && database.after() != null;
  }

  /** By how much a counter of the database grew over the trial. */
  public long database(DatabaseCounter counter) {
    return database.after().get(counter.key()) - database.before().get(counter.key());
  }

  /** Whether the database told a counter before and after, and counted on in between. */
  public boolean told(DatabaseCounter counter) {
    return database.interrupted() == null
        && database.before().containsKey(counter.key())
        && database.after().containsKey(counter.key());
  }

  /** Why it did not. */
  public String whyNotTold(DatabaseCounter counter) {
    String name = counter.key();
    return database.interrupted() == null
        ? database.notTold().getOrDefault(name, "the database does not tell " + name)
        : database.interrupted();
  }

  /** Whether others add to a counter of the database besides tier and monitor. */
  public boolean countsOthers(DatabaseCounter counter) {
    return database.withOthers().contains(counter.key());
  }

  /** What the runner counted and noted beside the tier. */
  public CountersFile file() {
    return file;
  }

  /** Where snapshots went. */
  public String store() {
    return root.text("store", "");
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

  /** A counter or gauge of the nodes that told their final counters. */
  public long surviving(Counter counter) {
    return file.killed() == null
        ? counted(counter)
        : root.child("surviving")
            .child(counter.isGauge() ? "gauges" : "counters")
            .whole(counter.label());
  }

  /** Every setting in force in the tier. */
  public Map<String, String> settings() {
    return root.flat("settings");
  }

  /** Times taken inside the tier; empty where it told none. */
  public Optional<TierTimes> tierTimes() {
    if (!root.has(TIER_TIMES)) {
      return Optional.empty();
    }
    TierTimes times = root.child(TIER_TIMES).as(TierTimes.class);
    Json json = root.child(TIER_TIMES);
    if (!TierTimes.MICROSECONDS.equals(times.unit())) {
      throw json.fault("unit", '"' + TierTimes.MICROSECONDS + '"');
    }
    if (times.perSecond() == null || times.perSecond().stream().anyMatch(s -> s.length != 3)) {
      throw json.fault("perSecond", "a list of [second, count, sum]");
    }
    return Optional.of(times);
  }

  /** Mean, percentiles and maximum of these times in milliseconds, by their names in the files. */
  public Map<String, Double> tierSummary() {
    String text = tierTimes().map(TierTimes::histogram).orElse("");
    try {
      Histogram times = text.isEmpty() ? Percentiles.histogram() : Percentiles.decode(text);
      return Percentiles.of(times, MICROS_PER_MILLISECOND);
    } catch (DataFormatException | RuntimeException e) {
      throw root.child(TIER_TIMES).fault("histogram", "a compressed HdrHistogram in base64");
    }
  }
}
