package cloakroom.stress.run;

import java.time.Duration;
import java.util.List;

/**
 * What an option means that is not given: plans differ in what they are for.
 *
 * @param iterations rounds of each user
 * @param think pause of a user
 * @param ramp time over which the users arrive
 * @param warmUp the load before the measured one
 * @param hygienes what a returned connection is cleaned of
 */
record PlanDefaults(
    int iterations, Duration think, Duration ramp, WarmUp warmUp, List<String> hygienes) {
  /** The plan of the two pages. */
  static final String ADF_SESSION = "adf-session";

  /** The plan that probes every kind of state. */
  static final String STATE_KINDS = "state-kinds";

  private static final PlanDefaults SPEED =
      new PlanDefaults(
          100, Duration.ofMillis(300), Duration.ofSeconds(10), WarmUp.DEFAULT, List.of("rollback"));

  /** Verdicts need no warm code and no steady state, but hygiene at its least and at its most. */
  private static final PlanDefaults VERDICTS =
      new PlanDefaults(
          3, Duration.ofMillis(20), Duration.ofSeconds(2), WarmUp.NONE, List.of("none", "full"));

  private static final int ARRIVALS_PER_SECOND = 100;

  /**
   * The time over which so many users arrive, in whole seconds. Thousands who come within a few
   * seconds measure the start of their threads and not the tier.
   */
  Duration ramp(int users) {
    int seconds = (users + ARRIVALS_PER_SECOND - 1) / ARRIVALS_PER_SECOND;
    return seconds > ramp.toSeconds() ? Duration.ofSeconds(seconds) : ramp;
  }

  /** Those of the plan of that name. */
  static PlanDefaults of(String plan) {
    return plan.equals(STATE_KINDS) ? VERDICTS : SPEED;
  }
}
