package cloakroom.stress.report;

import cloakroom.stress.measure.RunSummary;

/** What a run's result means to the shell. */
public final class ExitCodes {
  /** All done. */
  public static final int DONE = 0;

  /** Done, but requests failed or a threshold was crossed. */
  public static final int FAILURES = 1;

  /** Wrong use or environment. */
  public static final int WRONG_USE = 2;

  /**
   * The result is not valid: inconsistent, cut short, or bound by the generator. The last one takes
   * nothing away from what probes found.
   */
  public static final int INVALID = 3;

  private ExitCodes() {}

  /** The exit code of a measured run. Verdicts of probes are findings, not failures. */
  public static int of(RunSummary run) {
    if (!run.sound() || run.trials().isEmpty()) {
      return INVALID;
    }
    return run.failures() > 0 ? FAILURES : DONE;
  }
}
