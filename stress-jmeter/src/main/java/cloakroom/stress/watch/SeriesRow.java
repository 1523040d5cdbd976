package cloakroom.stress.watch;

import cloakroom.contract.Counter;
import cloakroom.contract.NodeReport;
import cloakroom.stress.load.Tick;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
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

  private static final List<Counter> GAUGES =
      List.of(
          Counter.INSTANCES,
          Counter.BUSY,
          Counter.REFERENCED,
          Counter.FREE,
          Counter.CONNECTIONS_IN_USE,
          Counter.CONNECTIONS_HELD,
          Counter.CONNECTIONS_OPEN);
  private static final List<Counter> COUNTERS =
      List.of(
          Counter.LOGICAL_PASSIVATIONS,
          Counter.SNAPSHOT_WRITES,
          Counter.SNAPSHOT_READS,
          Counter.ACTIVATIONS,
          Counter.RECYCLES);
  private static final List<Counter> LEASES = List.of(Counter.LEASE_MICROS);

  static final String HEADER =
      String.join(
          ",",
          "epochMs,elapsedSeconds,phase,requests,transactions,errors,meanMs,activeUsers",
          labels(GAUGES),
          "databaseConnections,databaseActive,databaseIdleInTransaction",
          labels(COUNTERS),
          "cpuGenerator,cpuTier,cpuDatabase,gcGeneratorMs,lagP95Ms",
          labels(LEASES));

  private static String labels(List<Counter> counters) {
    return counters.stream().map(Counter::label).collect(Collectors.joining(","));
  }

  String csv() {
    List<String> cells = new ArrayList<>();
    cells.add(Long.toString(epochMs));
    cells.add(decimal(elapsedSeconds));
    addLoad(cells);
    addAll(cells, NodeReport::gauges, GAUGES);
    addDatabase(cells);
    addAll(cells, NodeReport::counters, COUNTERS);
    addCpu(cells);
    addAll(cells, NodeReport::counters, LEASES);
    return String.join(",", cells);
  }

  private void addLoad(List<String> cells) {
    cells.add(tick.phase());
    cells.add(Long.toString(tick.requests()));
    cells.add(Long.toString(tick.transactions()));
    cells.add(Long.toString(tick.errors()));
    cells.add(decimal(tick.meanMs()));
    cells.add(Integer.toString(tick.activeUsers()));
  }

  private void addAll(
      List<String> cells, Function<NodeReport, Map<String, Long>> group, List<Counter> counters) {
    Map<String, Long> values = tier.map(group).orElse(Map.of());
    counters.forEach(
        counter -> {
          Long value = values.get(counter.label());
          cells.add(value == null ? "" : value.toString());
        });
  }

  private void addDatabase(List<String> cells) {
    cells.add(database.map(d -> Integer.toString(d.connections())).orElse(""));
    cells.add(database.map(d -> Integer.toString(d.active())).orElse(""));
    cells.add(database.map(d -> Integer.toString(d.idleInTransaction())).orElse(""));
  }

  private void addCpu(List<String> cells) {
    cells.add(decimal(cpu.generator()));
    cells.add(decimal(cpu.tier()));
    cells.add(decimal(cpu.database()));
    cells.add(Long.toString(tick.gcMillis()));
    cells.add(decimal(tick.lagP95Ms()));
  }

  private static String decimal(OptionalDouble value) {
    return value.isPresent() ? decimal(value.getAsDouble()) : "";
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
