package cloakroom.stress.load;

/** The users of one trial at work, in this process or on engines elsewhere. */
interface Load {
  /** Runs the load to its end, or to the end that {@link #stop} makes. */
  void run() throws InterruptedException;

  /**
   * Ends the load within a few seconds. Requests under way may end within two seconds; users who
   * think are woken after that, and requests that still hang are dropped.
   */
  void stop();

  /** Lets users leave who have finished what they are at: what was measured so far tells enough. */
  default void enough() {}

  /** Ends the load at once: nobody waits for its results. */
  void abandon();

  /** Users at work now. */
  int users();

  /** Whether it ended before its end without having been told to. */
  default boolean brokenOff() {
    return false;
  }

  /** The request that was told last has been counted. */
  default void counted() {}
}
