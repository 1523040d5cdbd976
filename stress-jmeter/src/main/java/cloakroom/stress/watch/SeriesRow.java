package cloakroom.stress.watch;

import cloakroom.contract.Counter;
import cloakroom.contract.NodeReport;
import cloakroom.stress.files.SeriesColumn;
import cloakroom.stress.load.Tick;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * One second of a trial: what engine, tier, database and operating system said, on one clock. A
 * cell is empty when its source did not answer.
 *
 * @param epochMs when
 * @param elapsedSeconds since the first row
 * @param tick the engine's last report
 * @param tier the tier's counters and gauges, if it answered
 * @param database the tier's connections as the database sees them, if it answered
 * @param cpu CPU seconds so far
 */
record SeriesRow(
    long epochMs,
    double elapsedSeconds,
    Tick tick,
    Optional<NodeReport> tier,
    Optional<DatabaseWatch.Activity> database,
    CpuReading cpu) {

  String csv() {
    return Arrays.stream(SeriesColumn.values()).map(this::cell).collect(Collectors.joining(","));
  }

  private String cell(SeriesColumn column) {
    return switch (column) {
      case EPOCH_MS -> Long.toString(epochMs);
      case ELAPSED_SECONDS -> decimal(elapsedSeconds);
      case PHASE -> tick.phase();
      case REQUESTS -> Long.toString(tick.requests());
      case TRANSACTIONS -> Long.toString(tick.transactions());
      case ERRORS -> Long.toString(tick.errors());
      case MEAN_MS -> decimal(tick.meanMs());
      case ACTIVE_USERS -> Integer.toString(tick.activeUsers());
      case DATABASE_CONNECTIONS -> seen(DatabaseWatch.Activity::connections);
      case DATABASE_ACTIVE -> seen(DatabaseWatch.Activity::active);
      case DATABASE_IDLE_IN_TRANSACTION -> seen(DatabaseWatch.Activity::idleInTransaction);
      case CPU_GENERATOR -> decimal(cpu.generator());
      case CPU_TIER -> decimal(cpu.tier());
      case CPU_DATABASE -> decimal(cpu.database());
      case GC_GENERATOR_MS -> Long.toString(tick.gcMillis());
      case LAG_P95_MS -> decimal(tick.lagP95Ms());
      default -> counted(column.counter().orElseThrow());
    };
  }

  private String seen(ToIntFunction<DatabaseWatch.Activity> part) {
    return database.map(activity -> Integer.toString(part.applyAsInt(activity))).orElse("");
  }

  private String counted(Counter counter) {
    return tier.map(counter.isGauge() ? NodeReport::gauges : NodeReport::counters)
        .map(values -> values.get(counter.label()))
        .map(value -> value.toString())
        .orElse("");
  }

  private static String decimal(OptionalDouble value) {
    return value.isPresent() ? decimal(value.getAsDouble()) : "";
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
