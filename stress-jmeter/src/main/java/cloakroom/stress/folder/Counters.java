package cloakroom.stress.folder;

import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.contract.Counter;
import cloakroom.contract.NodeReport;
import cloakroom.contract.TierTimes;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Content of counters.json: counts of one measurement by server, database and load engine. */
public final class Counters {
  private static final long MAX_PHASE_MILLIS = 100L * 24 * 60 * 60 * 1000;

  private final String name;
  private final NodeReport tier;
  private final CountersFile file;

  Counters(Path path, String name) {
    this.name = name;
    tier = Json.read(path, name, NodeReport.class);
    file = Json.read(path, name, CountersFile.class);
  }

  private long counted(Map<String, Long> counters, Map<String, Long> gauges, Counter counter) {
    Long count = (counter.isGauge() ? gauges : counters).get(counter.label());
    if (count == null) {
      throw wrongUse(name + ": " + counter.label() + " is missing");
    }
    return count;
  }

  /**
   * Returns a counter's final value since the application tier started. Returns the last or highest
   * value of a gauge.
   */
  public long counted(Counter counter) {
    return counted(tier.counters(), tier.gauges(), counter);
  }

  public boolean has(Counter counter) {
    return !counter.isOfRelay() || tier.counters().get(counter.label()) != null;
  }

  /**
   * Returns by how much a counter grew in the measured phase. For a gauge, returns the same value
   * as {@link #counted}.
   */
  public long measured(Counter counter) {
    return counter.isGauge() ? counted(counter) : counted(counter) - baseline(counter);
  }

  public long baseline(Counter counter) {
    return counted(tier.baseline(), tier.gauges(), counter);
  }

  /** Returns {@link #counted} without the counts of a server node that the trial killed. */
  public long surviving(Counter counter) {
    return file.killed() == null
        ? counted(counter)
        : counted(file.surviving().counters(), file.surviving().gauges(), counter);
  }

  public boolean hasDatabase() {
    CountersFile.DatabasePart database = file.database();
    return database != null && database.before() != null && database.after() != null;
  }

  /** Returns a database counter's growth during the trial; 0 if unavailable. */
  public long database(DatabaseCounter counter) {
    return hasDatabase() && whyUnavailable(counter).isEmpty()
        ? file.database().after().get(counter) - file.database().before().get(counter)
        : 0;
  }

  /** Returns why {@link #database} has no value for a counter; "" if it has a value. */
  public String whyUnavailable(DatabaseCounter counter) {
    CountersFile.DatabasePart database = file.database();
    if (database.interrupted() != null) {
      return database.interrupted();
    }
    return database.before().containsKey(counter) && database.after().containsKey(counter)
        ? ""
        : database
            .unavailableReasons()
            .getOrDefault(counter, "the database does not report " + counter.key());
  }

  /** Returns the names of the tables whose changed rows the database counted. */
  public List<String> changedTables() {
    return hasDatabase() ? List.copyOf(file.database().changedRowsByTable().keySet()) : List.of();
  }

  public CountersFile file() {
    return file;
  }

  public String store() {
    return Objects.toString(tier.store(), "");
  }

  /** Returns whether the measured phase began; false if the run was stopped in the warm-up. */
  boolean began() {
    return file.measuredFrom() > 0 && file.measuredTo() > file.measuredFrom();
  }

  public long measuredFrom() {
    long from = file.measuredFrom();
    if (from <= 0) {
      throw fault("measuredFrom", from, "the time at which the measured phase began");
    }
    return from;
  }

  public long measuredTo() {
    long from = measuredFrom();
    long to = file.measuredTo();
    if (to <= from || to - from > MAX_PHASE_MILLIS) {
      throw fault("measuredTo", to, "within 100 days after measuredFrom (" + from + ")");
    }
    return to;
  }

  public Map<String, String> settings() {
    return Records.flat(Records.tree(tier.settings()));
  }

  public Optional<TierTimes> tierTimes() {
    return Optional.ofNullable(tier.tierTimes());
  }

  /** Returns the response times that the application tier measured, in microseconds. */
  public Histogram tierHistogram() {
    String text = tierTimes().map(TierTimes::histogram).orElse("");
    try {
      return text.isEmpty() ? Times.histogram() : Histogram.fromString(text.trim());
    } catch (DataFormatException | RuntimeException e) {
      throw fault("tierTimes.histogram", text, "a compressed HdrHistogram in base64");
    }
  }

  private StressFailure fault(String key, Object value, String wanted) {
    return wrongUse("%s: %s is %s, which is not %s", name, key, value, wanted);
  }
}
