package cloakroom.stress.measure;

import java.util.List;

/**
 * What takes the right to a verdict on speed away; found once, before anything is compared.
 *
 * @param cutShort whether the run or one of its trials ended early
 * @param failedChecks audit checks that failed
 * @param bottleneck trials whose load generator was the bottleneck
 * @param killed whether a node was killed, so that speed is that of a tier which lost one
 */
public record Faults(
    boolean cutShort, long failedChecks, List<TrialSummary> bottleneck, boolean killed) {
  /** Looks at what was measured; {@code missing} are trials that a run cut short never finished. */
  public static Faults of(boolean cutShort, List<TrialSummary> trials, List<String> missing) {
    return new Faults(
        cutShort || !missing.isEmpty() || trials.stream().anyMatch(TrialSummary::cutShort),
        trials.stream().mapToLong(trial -> trial.audit().failed().size()).sum(),
        trials.stream().filter(trial -> trial.generator().bound()).toList(),
        trials.stream().anyMatch(trial -> trial.killed().isPresent()));
  }

  /** Whether a verdict on speed may be given. */
  public boolean none() {
    return figuresHold() && !killed;
  }

  /**
   * Whether the figures are what they seem, though they may be those of a tier that lost a node.
   */
  boolean figuresHold() {
    return !cutShort && failedChecks == 0 && bottleneck.isEmpty();
  }
}
