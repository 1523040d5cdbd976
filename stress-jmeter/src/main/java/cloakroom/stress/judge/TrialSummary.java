package cloakroom.stress.judge;

import cloakroom.contract.ErrorClass;
import cloakroom.platform.MachineTime;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.CountersFile.EnginePart;
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
 * Results of one trial; times are in milliseconds.
 *
 * @param figures sources of all metrics by name; a value that is not available is absent or NaN
 * @param probeFailures failed requests that are results of probes
 * @param failedSamples number and first reason of samples missing in series.csv, or empty
 * @param curves points of charts by id: second and value, or 1/(1-p) and milliseconds
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
   * State of the load generator: delay (p95, ms), share of time in GC, and whether it saturated.
   */
  public record GeneratorHealth(double lagP95, double gcShare, boolean bound, String reason) {
    private static final double MAX_LAG_MILLIS = 20;
    private static final double MAX_GC_SHARE = 0.05;

    public static GeneratorHealth of(double lagP95, double gcShare) {
      List<String> reasons = new ArrayList<>();
      if (lagP95 > MAX_LAG_MILLIS) {
        reasons.add(
            "requests left %.0f ms late (p95; limit %.0f ms)".formatted(lagP95, MAX_LAG_MILLIS));
      }
      if (gcShare > MAX_GC_SHARE) {
        reasons.add(
            "garbage collection took %.1f %% of the time (limit %.0f %%)"
                .formatted(gcShare * 100, MAX_GC_SHARE * 100));
      }
      return new GeneratorHealth(lagP95, gcShare, !reasons.isEmpty(), String.join("; ", reasons));
    }
  }

  public static final String KINDS = "errors.";

  public static final String CLASSES = "errorClasses.";

  public static final String WAIT = "wait ";

  /** Killed node, with requests that lost acknowledged state or got no HTTP response. */
  public record KilledNode(long node, double afterSeconds, long statesLost, long unanswered) {}

  /** Injected fault, with times since the start of the measured phase, and an error or "". */
  public record FaultSummary(
      String kind, String text, double fromSeconds, double toSeconds, String failure) {
    public boolean lasted() {
      return toSeconds - fromSeconds > 0.1;
    }
  }

  /** Returns a value; NaN if it is not available. */
  public double figure(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

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

  /** Returns all failed requests: each has exactly one kind. */
  public long errors() {
    return Arrays.stream(FailureKind.values()).mapToLong(this::errors).sum();
  }

  /** Returns the CPU time of other processes and the hypervisor, in percent of the machine. */
  public double backgroundLoad() {
    return figure("interference.percent");
  }

  /** Returns whether the background CPU load may have affected the times. */
  public boolean noisy() {
    return backgroundLoad() > MachineTime.DISTURBING;
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
                .formatted(backgroundLoad(), MachineTime.DISTURBING))
        : Optional.empty();
  }

  public long failures() {
    return errors() - probeFailures;
  }
}
