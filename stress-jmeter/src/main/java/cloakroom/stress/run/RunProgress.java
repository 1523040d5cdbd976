package cloakroom.stress.run;

import cloakroom.stress.load.Tick;

/** Shows how a run gets on. Never writes to the output stream, which is for results. */
interface RunProgress {
  /** Shows nothing. */
  RunProgress NONE = new RunProgress() {};

  /** A line about the run as a whole. */
  default void say(String line) {}

  /**
   * A trial begins.
   *
   * @param transactions that the load will make; -1 when the plan alone knows
   */
  default void begin(TrialSpec trial, long transactions) {}

  /** A second has passed. */
  default void tick(Tick tick) {}

  /** The load is over; these are its final counts. */
  default void total(Tick tick) {}

  /** The trial is over, however it ended. */
  default void end() {}
}
