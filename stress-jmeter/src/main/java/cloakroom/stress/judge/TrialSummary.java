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
import cloakroom.stress.options.FaultSpec;
import cloakroom.stress.options.VariantOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Results of one trial, with times in milliseconds.
 *
 * @param figures measured values by name, from which metrics are computed; some may be missing
 * @param probeFailures number of requests that failed only because session state was not kept
 * @param failedSamples number of rows missing in series.csv, and why the first one is missing
 * @param curves chart points: second and value, or for percentiles 1/(1-p) and milliseconds
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
   * Health of the load generator. If {@code bound}, late sends or GC show that it is overloaded.
   *
   * @param lagP95 how late requests were sent, in milliseconds; NaN if no engine reported due times
   * @param unmeasured which engines report no due times and what that means; empty if all do
   */
  public record GeneratorHealth(
      double lagP95, double gcShare, boolean bound, String reason, String unmeasured) {
    private static final double MAX_LAG_MILLIS = 20;
    private static final double MAX_GC_SHARE = 0.05;
    private static final String UNMEASURED =
        "lateness was not measured, because requests of %s have no due times: a saturated load"
            + " generator would go unnoticed, and response times may be too low";

    public static GeneratorHealth of(double lagP95, double gcShare, List<EnginePart> engines) {
      String late = "requests left %.0f ms late (p95; limit %.0f ms)";
      String gc = "garbage collection took %.1f %% of the time (limit %.0f %%)";
      List<String> reasons = new ArrayList<>();
      reasons.add(lagP95 > MAX_LAG_MILLIS ? late.formatted(lagP95, MAX_LAG_MILLIS) : "");
      reasons.add(gcShare > MAX_GC_SHARE ? gc.formatted(gcShare * 100, MAX_GC_SHARE * 100) : "");
      reasons.removeIf(String::isEmpty);
      String silent =
          engines.stream()
              .filter(engine -> !engine.reportsDueTime())
              .map(engine -> "engine %s (%s)".formatted(engine.name(), engine.version()))
              .collect(Collectors.joining(" and "));
      return new GeneratorHealth(
          lagP95,
          gcShare,
          !reasons.isEmpty(),
          String.join("; ", reasons),
          silent.isEmpty() ? "" : UNMEASURED.formatted(silent));
    }

    public boolean latenessMeasured() {
      return unmeasured.isEmpty();
    }
  }

  public static final String KINDS = "errors.";
  public static final String CLASSES = "errorClasses.";
  public static final String WAIT = "wait ";

  /**
   * Tier node that was killed, with the requests that then lost session state or had no response.
   */
  public record KilledNode(long node, double afterSeconds, long statesLost, long unanswered) {}

  /**
   * Injected fault with its start and end in seconds since the measured phase began.
   *
   * @param requests number of requests that met the fault
   * @param failure error if the fault could not be injected, otherwise empty
   */
  public record FaultSummary(
      String kind,
      String text,
      double fromSeconds,
      double toSeconds,
      long requests,
      String failure) {
    public boolean lasted() {
      return toSeconds - fromSeconds > 0.1;
    }

    private String flaw() {
      return !failure.isEmpty()
          ? "failed: " + failure
          : requests == 0 ? "met no request, so it proves nothing" : "";
    }
  }

  /**
   * Returns each requested fault with the reason why it proves nothing: it was not injected, or met
   * no request. The reason is empty if the fault proves something.
   */
  public Map<String, String> requestedFaults() {
    Map<String, String> flaws = new LinkedHashMap<>();
    for (String fault : variant().choices().text(VariantOptions.FAULT).split(";", -1)) {
      flaws.put(fault, "was not injected: the load ended before it, or no user was active");
    }
    flaws.remove(FaultSpec.NONE);
    faults.forEach(fault -> flaws.computeIfPresent(fault.text(), (text, none) -> fault.flaw()));
    return flaws;
  }

  /** Returns the requested faults that prove nothing, each as a sentence. */
  public List<String> uselessFaults() {
    return requestedFaults().entrySet().stream()
        .filter(fault -> !fault.getValue().isEmpty())
        .map(
            fault -> "%s: fault %s %s".formatted(config.folder(), fault.getKey(), fault.getValue()))
        .toList();
  }

  public double figure(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  public Map<String, Double> waits() {
    Map<String, Double> waits = new LinkedHashMap<>();
    for (String name : figures.keySet()) {
      if (name.startsWith(WAIT) && Double.isFinite(figure(name))) {
        waits.put(name.substring(WAIT.length()), figure(name));
      }
    }
    return waits;
  }

  public long requests() {
    return (long) figure("requests");
  }

  public Variant variant() {
    return config.variant();
  }

  public long errors(FailureKind kind) {
    return (long) figure(KINDS + kind.key());
  }

  public long errors(ErrorClass type) {
    return (long) figure(CLASSES + type.key());
  }

  /** Returns the number of failed requests. Each failure has exactly one kind. */
  public long errors() {
    return Arrays.stream(FailureKind.values()).mapToLong(this::errors).sum();
  }

  /** Returns the CPU use by other processes and by the hypervisor during the trial, in percent. */
  public double backgroundLoad() {
    return figure("interference.percent");
  }

  public boolean noisy() {
    return backgroundLoad() > MachineTime.DISTURBING;
  }

  /** Returns why the times of this trial are unreliable; empty if they are reliable. */
  public Optional<String> unreliableTimes() {
    return Stream.of(noise().orElse(""), generator.unmeasured())
        .filter(why -> !why.isEmpty())
        .reduce((noise, unmeasured) -> noise + "; " + unmeasured);
  }

  /**
   * Returns what disturbed this trial: an overloaded load generator or CPU use of other processes.
   * A repetition may succeed. Empty if nothing did.
   *
   * <p>Other processes are ignored if the run did not start the database, which would be one of
   * them.
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
