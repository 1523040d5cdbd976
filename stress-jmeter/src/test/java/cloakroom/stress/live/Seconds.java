package cloakroom.stress.live;

import cloakroom.contract.Counter;
import cloakroom.contract.NodeReport;
import cloakroom.contract.Phase;
import cloakroom.stress.load.Tick;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import cloakroom.stress.monitor.DatabaseMonitor.Activity;
import cloakroom.stress.monitor.SeriesRecorder.Machine;
import cloakroom.stress.monitor.SeriesRecorder.SeriesRow;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

final class Seconds {
  private static final Machine UNKNOWN = new Machine(Optional.empty(), Double.NaN);

  private Seconds() {}

  /** Returns a second of the measured phase with that many transactions. */
  static SeriesRow measured(long second, long transactions) {
    NodeReport tier =
        new NodeReport(
            "sticky",
            "ucp",
            10,
            "",
            null,
            "",
            0,
            Map.of("snapshotWrites", 7 * transactions, "snapshotReads", transactions),
            null,
            Arrays.stream(Counter.values())
                .filter(Counter::isGauge)
                .collect(Collectors.toMap(Counter::label, gauge -> 5L)),
            null);
    return row(second, Phase.MEASURED, transactions, Optional.of(tier), new Activity(6, 2, 1));
  }

  /** Returns a second of the warm-up in which neither tier nor database respond. */
  static SeriesRow warmUp(long second) {
    return row(second, Phase.WARM_UP, 0, Optional.empty(), null);
  }

  private static SeriesRow row(
      long second, String phase, long transactions, Optional<NodeReport> tier, Activity database) {
    long requests = 2 * transactions;
    double p95 = transactions > 0 ? 40 : Double.NaN;
    Tick tick =
        new Tick(0, phase, requests, transactions, 1, 12.5, 250, 80, 1, 2, 0.1, p95, Map.of());
    return new SeriesRow(
        1_000_000 + 1000 * second,
        tick,
        tier,
        Optional.ofNullable(database),
        CpuReading.NONE,
        UNKNOWN);
  }
}
