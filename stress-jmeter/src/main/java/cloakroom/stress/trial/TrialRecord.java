package cloakroom.stress.trial;

import cloakroom.contract.FaultKind;
import cloakroom.contract.NodeReport;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.folder.CountersFile.Killed;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import cloakroom.stress.monitor.DatabaseCounters;
import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes {@code counters.json}: what the audit of a trial compares. */
final class TrialRecord {
  private TrialRecord() {}

  /** What is known of the database: counters from before the tier and after it, and its record. */
  record DatabaseReading(DatabaseCounters before, DatabaseCounters after, ServerWork server) {
    private CountersFile.DatabasePart counters() {
      String interrupted = after.interruptedSince(before);
      return new CountersFile.DatabasePart(
          before.values(),
          after.values(),
          interrupted.isEmpty() ? null : interrupted,
          after.unavailableReasons(),
          after.withOthers());
    }
  }

  /**
   * Writes it.
   *
   * @param faults those that were made on purpose
   * @param ledger what became of the commits of users; null if nobody kept it
   * @param failedSamples what {@link cloakroom.stress.monitor.SeriesRecorder#failures} returns
   * @param externalTier whether the tier ran before the trial and runs after it
   */
  static void write(
      Path folder,
      Tiers.Counts tier,
      DatabaseReading database,
      LoadEngine.Result load,
      HeapSampler heap,
      List<CountersFile.FaultPart> faults,
      CountersFile.Ledger ledger,
      String failedSamples,
      boolean externalTier) {
    ObjectNode json = Records.tree(tier.total());
    CpuReading cpu = load.cpu();
    Optional<Killed> killed =
        faults.stream()
            .filter(fault -> fault.kind().equals(FaultKind.NODE_KILL.key()))
            .map(kill -> new Killed(tier.nodes().size(), kill.at(), kill.at() - load.from()))
            .findFirst();
    CountersFile beside =
        new CountersFile(
            database.counters(),
            database.after().sessions() - database.before().sessions(),
            database.after().transactions() - database.before().transactions(),
            database.server(),
            load.engine(),
            CountersFile.Cpu.of(cpu.generator(), cpu.tier(), cpu.database(), cpu.relay()),
            heap.result().orElse(null),
            load.from(),
            load.to(),
            killed.orElse(null),
            killed
                .map(kill -> tier.surviving())
                .map(told -> new CountersFile.Surviving(told.counters(), told.gauges()))
                .orElse(null),
            faults.isEmpty() ? null : faults,
            ledger,
            load.engines().isEmpty() ? null : load.engines(),
            failedSamples,
            externalTier);
    json.setAll(Records.tree(beside));
    RunFolder.write(TrialFile.COUNTERS.in(folder), json);
    writeNodes(folder, tier.nodes());
  }

  /** What each node counted for itself: {@code nodes/1.json} and so on, if there are several. */
  private static void writeNodes(Path folder, List<Optional<NodeReport>> nodes) {
    for (int i = 0; nodes.size() > 1 && i < nodes.size(); i++) {
      if (nodes.get(i).isPresent()) {
        Path file = RunFolder.made(TrialFile.NODES.in(folder)).resolve(i + 1 + ".json");
        RunFolder.write(file, Records.tree(nodes.get(i).get()));
      }
    }
  }
}
