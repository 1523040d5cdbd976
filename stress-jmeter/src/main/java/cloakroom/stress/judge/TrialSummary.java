package cloakroom.stress.judge;

import cloakroom.contract.ErrorClass;
import cloakroom.platform.MachineTime;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.EnginePart;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.folder.RunConfig.TrialConfig;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything the printers show about one trial; times are in milliseconds.
 *
 * @param figures what all metrics are made of, by name; one that nobody told is absent or not a
 *     number
 * @param probeFailures failed requests that are verdicts of probes
 * @param stateKinds the verdicts of probes; empty when the plan has none
 * @param server what the database server was asked of its work
 * @param failedSamples number of samples that are missing in series.csv and the reason of the first
 *     one; empty if none is
 * @param killed the node that was killed in this trial, if one was
 * @param faults those that were made on purpose, the earliest first
 * @param engines those elsewhere that made the load; none if it was made here
 * @param curves what the charts are drawn from, by their ids: points of a second and a value, of a
 *     percentile curve those of 1/(1-p) and milliseconds
 * @param settings every setting in force in the tier
 * @param files paths below the run folder that exist, for links
 */
public record TrialSummary(
    TrialConfig config,
    boolean cutShort,
    Map<String, Double> figures,
    long probeFailures,
    ProbeResults stateKinds,
    ServerWork server,
    String failedSamples,
    GeneratorHealth generator,
    Audit audit,
    Optional<KilledNode> killed,
    List<FaultSummary> faults,
    List<EnginePart> engines,
    Map<String, List<double[]>> curves,
    Map<String, String> settings,
    List<String> files) {
  /**
   * Whether the load generator kept up. It was the bottleneck when the 95th percentile of its
   * lateness or its share of garbage collection passes the limits here.
   *
   * @param lagP95 milliseconds from when requests were due to when they were sent, 95th percentile
   * @param gcShare part of the measured time spent in garbage collection, 0 to 1
   * @param bound whether the generator was the bottleneck
   * @param reason which limit was passed, or empty
   */
  public record GeneratorHealth(double lagP95, double gcShare, boolean bound, String reason) {
    private static final double LAG_LIMIT = 20;
    private static final double GC_LIMIT = 0.05;

    public static GeneratorHealth of(double lagP95, double gcShare) {
      List<String> reasons = new ArrayList<>();
      if (lagP95 > LAG_LIMIT) {
        reasons.add("requests left %.0f ms late (p95; limit %.0f ms)".formatted(lagP95, LAG_LIMIT));
      }
      if (gcShare > GC_LIMIT) {
        reasons.add(
            "garbage collection took %.1f %% of the time (limit %.0f %%)"
                .formatted(gcShare * 100, GC_LIMIT * 100));
      }
      return new GeneratorHealth(lagP95, gcShare, !reasons.isEmpty(), String.join("; ", reasons));
    }
  }

  /** What the names of the figures begin with that count failed requests by kind. */
  public static final String KINDS = "errors.";

  /** What the names of those by class begin with. */
  public static final String CLASSES = "errorClasses.";

  /** What the names of those begin with that tell how many sessions of the database waited. */
  public static final String WAIT = "wait ";

  /**
   * A node that was killed in the measured phase, and what its users saw of it.
   *
   * @param node which one, from 1
   * @param afterSeconds how much of the measured phase had passed
   * @param statesLost requests of the trial whose answer showed that acknowledged state was gone
   * @param unanswered requests of the trial that got no HTTP answer
   */
  public record KilledNode(long node, double afterSeconds, long statesLost, long unanswered) {}

  /**
   * A fault that was made on purpose.
   *
   * @param kind its name
   * @param text how it was asked for
   * @param fromSeconds how much of the measured phase had passed when it began
   * @param toSeconds the same when it was over
   * @param failure why it could not be made or ended; empty if it could
   */
  public record FaultSummary(
      String kind, String text, double fromSeconds, double toSeconds, String failure) {
    /** Whether its end can be told from its beginning. */
    public boolean lasted() {
      return toSeconds - fromSeconds > 0.1;
    }
  }

  /** One of the figures; not a number if nobody told it. */
  public double figure(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  /** Sessions of the database that waited at a time, on average, by wait class. */
  public Map<String, Double> waits() {
    Map<String, Double> waits = new LinkedHashMap<>();
    figures.forEach(
        (name, sessions) -> {
          if (name.startsWith(WAIT) && Double.isFinite(sessions)) {
            waits.put(name.substring(WAIT.length()), sessions);
          }
        });
    return waits;
  }

  public long requests() {
    return (long) figure("requests");
  }

  public Variant variant() {
    return config.variant();
  }

  public String policy() {
    return config.variant().policy();
  }

  public long errors(FailureKind kind) {
    return (long) figure(KINDS + kind.key());
  }

  public long errors(ErrorClass type) {
    return (long) figure(CLASSES + type.key());
  }

  /** All failed requests: each has exactly one kind. */
  public long errors() {
    return Arrays.stream(FailureKind.values()).mapToLong(this::errors).sum();
  }

  /** Whether other work on the machine took so much of it that the figures may be its doing. */
  public boolean noisy() {
    return figure("interference.percent") > MachineTime.DISTURBING;
  }

  /**
   * Returns why the times of this trial may not be its own: the load generator did not keep up, or
   * other processes took too much of the machine. Empty if neither, and for other processes also if
   * the run did not start the database, whose CPU time then counts among theirs.
   */
  public Optional<String> noise() {
    if (generator.bound()) {
      return Optional.of("the load generator did not keep up: " + generator.reason());
    }
    return noisy() && Double.isFinite(figure("cpuSeconds.database"))
        ? Optional.of(
            "other processes took %.0f %% of the machine (limit %.0f %%)"
                .formatted(figure("interference.percent"), MachineTime.DISTURBING))
        : Optional.empty();
  }

  /** Failed requests that are no verdicts of probes. */
  public long failures() {
    return errors() - probeFailures;
  }
}
