package cloakroom.stress.measure;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything the printers show about one trial; times are in milliseconds.
 *
 * @param findings failed requests that are verdicts of probes
 * @param stateKinds the verdicts of probes; empty when the plan has none
 * @param server what the database server did, in its own words
 * @param killed the node that was killed in this trial, if one was
 * @param settings every setting in force in the tier
 * @param files paths below the run folder that exist, for links
 */
public record TrialSummary(
    TrialConfig config,
    long users,
    long nodes,
    boolean cutShort,
    Load load,
    Errors errors,
    long findings,
    StateKinds stateKinds,
    LatencySummary response,
    LatencySummary service,
    LatencySummary tier,
    Connections connections,
    Modules modules,
    Passivations passivations,
    Cleaning cleaning,
    CpuSeconds cpu,
    LiveHeap liveHeap,
    ServerWork server,
    GeneratorHealth generator,
    Audit audit,
    Optional<NodeKill> killed,
    TrialCurves curves,
    Map<String, String> settings,
    List<String> files) {

  /** What this is a trial of. */
  public Variant variant() {
    return config.variant();
  }

  /** The policy this trial ran under. */
  public String policy() {
    return config.variant().policy();
  }

  /** Failed requests that are no verdicts of probes. */
  public long failures() {
    return errors.total() - findings;
  }
}
