package cloakroom.stress.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

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
    Optional<JsonNode> tier,
    Optional<DatabaseActivity> database,
    CpuReading cpu) {

  static final String HEADER =
      "epochMs,elapsedSeconds,phase,requests,transactions,errors,meanMs,activeUsers,"
          + "instances,busy,referenced,free,connectionsInUse,connectionsHeld,connectionsOpen,"
          + "databaseConnections,databaseActive,databaseIdleInTransaction,"
          + "logicalPassivations,snapshotWrites,snapshotReads,activations,recycles,"
          + "cpuGenerator,cpuTier,cpuDatabase,gcGeneratorMs,lagP95Ms,leaseMicros";

  private static final List<String> GAUGES =
      List.of(
          "instances",
          "busy",
          "referenced",
          "free",
          "connectionsInUse",
          "connectionsHeld",
          "connectionsOpen");

  private static final List<String> COUNTERS =
      List.of("logicalPassivations", "snapshotWrites", "snapshotReads", "activations", "recycles");

  String csv() {
    List<String> cells = new ArrayList<>();
    cells.add(Long.toString(epochMs));
    cells.add(decimal(elapsedSeconds));
    addLoad(cells);
    addAll(cells, "gauges", GAUGES);
    addDatabase(cells);
    addAll(cells, "counters", COUNTERS);
    addCpu(cells);
    addAll(cells, "counters", List.of("leaseMicros"));
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

  private void addAll(List<String> cells, String group, List<String> names) {
    JsonNode values = tier.<JsonNode>map(t -> t.path(group)).orElse(MissingNode.getInstance());
    names.forEach(name -> cells.add(values.path(name).asText("")));
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
