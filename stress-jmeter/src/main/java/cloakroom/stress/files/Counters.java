package cloakroom.stress.files;

import cloakroom.contract.Counter;
import cloakroom.contract.TierTimes;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** counters.json of one trial: what tier, database and engine counted for themselves. */
public final class Counters {
  private static final Duration LONGEST = Duration.ofDays(100);

  private final Json root;
  private final CountersFile file;

  Counters(Json root) {
    this.root = root;
    this.file = root.as(CountersFile.class);
  }

  private static long counted(Json json, Counter counter) {
    return json.child(counter.isGauge() ? "gauges" : "counters").whole(counter.label());
  }

  /** A counter over the tier's whole life; of a gauge its last value, or its highest. */
  public long counted(Counter counter) {
    return counted(root, counter);
  }

  /** Whether the tier told a counter at all, which it may leave out without a relay. */
  public boolean tells(Counter counter) {
    return !counter.isOfRelay() || root.child("counters").has(counter.label());
  }

  /** The same over the measured phase; a gauge knows no phases. */
  public long measured(Counter counter) {
    return counter.isGauge() ? counted(counter) : counted(counter) - baseline(counter);
  }

  /** A counter when the measured phase began. */
  public long baseline(Counter counter) {
    return root.child("baseline").whole(counter.label());
  }

  /** The same as {@link #counted} of the nodes that told their final counters. */
  public long surviving(Counter counter) {
    return counted(file.killed() == null ? root : root.child("surviving"), counter);
  }

  /** Whether the database's own counters were read before and after. */
  public boolean hasDatabase() {
    CountersFile.Database database = file.database();
    return database != null && database.before() != null && database.after() != null;
  }

  /** By how much a counter of the database grew over the trial; 0 if it does not tell. */
  public long database(DatabaseCounter counter) {
    return hasDatabase() && whyNotTold(counter).isEmpty()
        ? file.database().after().get(counter) - file.database().before().get(counter)
        : 0;
  }

  /** Why the database did not count something from before to after; empty if it did. */
  public String whyNotTold(DatabaseCounter counter) {
    CountersFile.Database database = file.database();
    if (database.interrupted() != null) {
      return database.interrupted();
    }
    return database.before().containsKey(counter) && database.after().containsKey(counter)
        ? ""
        : database.notTold().getOrDefault(counter, "the database does not tell " + counter.key());
  }

  /** Whether others add to a counter of the database besides tier and monitor. */
  public boolean countsOthers(DatabaseCounter counter) {
    return file.database().withOthers().contains(counter);
  }

  /** What the runner counted and noted beside the tier. */
  public CountersFile file() {
    return file;
  }

  /** The numbers in a part of the file, by the names of both with a dot between. */
  public Map<String, Double> numbers(String part) {
    Map<String, Double> numbers = new HashMap<>();
    for (Map.Entry<String, JsonNode> field : root.node().path(part).properties()) {
      if (field.getValue().isNumber()) {
        numbers.put(part + "." + field.getKey(), field.getValue().asDouble());
      }
    }
    return numbers;
  }

  public String store() {
    return root.text("store", "");
  }

  /** Whether the measured phase began at all: a run may be cut short in its warm-up. */
  static boolean began(Json root) {
    long from = root.whole("measuredFrom", 0);
    return from > 0 && root.whole("measuredTo", 0) > from;
  }

  /** When the measured phase began, epoch milliseconds. */
  public long measuredFrom() {
    long from = root.whole("measuredFrom");
    if (from <= 0) {
      throw root.fault("measuredFrom", "the time at which the measured phase began");
    }
    return from;
  }

  public long measuredTo() {
    long from = measuredFrom();
    long to = root.whole("measuredTo");
    if (to <= from || to - from > LONGEST.toMillis()) {
      throw root.fault("measuredTo", "within 100 days after measuredFrom (" + from + ")");
    }
    return to;
  }

  public Map<String, String> settings() {
    return root.flat("settings");
  }

  /** Times taken inside the tier; empty where it told none. */
  public Optional<TierTimes> tierTimes() {
    if (!root.has("tierTimes")) {
      return Optional.empty();
    }
    Json json = root.child("tierTimes");
    TierTimes times = json.as(TierTimes.class);
    if (!TierTimes.MICROSECONDS.equals(times.unit())) {
      throw json.fault("unit", '"' + TierTimes.MICROSECONDS + '"');
    }
    if (times.perSecond() == null || times.perSecond().stream().anyMatch(s -> s.length != 3)) {
      throw json.fault("perSecond", "a list of [second, count, sum]");
    }
    return Optional.of(times);
  }

  /** All of them, in microseconds. */
  public Histogram tierHistogram() {
    String text = tierTimes().map(TierTimes::histogram).orElse("");
    try {
      return text.isEmpty() ? Times.histogram() : Histogram.fromString(text.trim());
    } catch (DataFormatException | RuntimeException e) {
      throw root.child("tierTimes").fault("histogram", "a compressed HdrHistogram in base64");
    }
  }
}
