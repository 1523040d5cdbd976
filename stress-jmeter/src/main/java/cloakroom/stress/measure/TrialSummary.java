package cloakroom.stress.measure;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything the printers show about one trial; times are in milliseconds.
 *
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
    LatencySummary response,
    LatencySummary service,
    LatencySummary tier,
    Connections connections,
    Modules modules,
    Passivations passivations,
    CpuSeconds cpu,
    GeneratorHealth generator,
    Audit audit,
    Optional<NodeKill> killed,
    TrialCurves curves,
    Map<String, String> settings,
    List<String> files) {

  /** The policy this trial ran under. */
  public String policy() {
    return config.policy();
  }
}
