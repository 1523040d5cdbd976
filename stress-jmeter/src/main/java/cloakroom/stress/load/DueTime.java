package cloakroom.stress.load;

import cloakroom.platform.SteadyTime;

/**
 * When the next sample of a thread is due: the end of its previous sample plus every wait that the
 * plan has asked for since.
 *
 * <p>The requests of a session that arrived by an open schedule go by that schedule: one is due so
 * long after the arrival as all waits until then take, however late the answers before it came.
 *
 * <p>What the generator adds of its own, for example by waking up late, counts as response time
 * then, as it would for a user. One for each thread of JMeter; times are epoch milliseconds.
 */
final class DueTime {
  /** Where nobody saw the thread's start, its first sample is due when it is sent. */
  private static final ThreadLocal<DueTime> CURRENT =
      ThreadLocal.withInitial(() -> new DueTime(Long.MAX_VALUE, false));

  private final boolean open;
  private long at;
  private long scheduled;
  private boolean unknownWait;

  private DueTime(long at, boolean open) {
    this.at = at;
    this.scheduled = at;
    this.open = open;
  }

  /**
   * A thread's first sample is due when the thread starts, after its share of the ramp-up; that of
   * an {@code open} schedule when the schedule says so, whenever its thread gets to run.
   */
  static void begin(long due, boolean open) {
    CURRENT.set(new DueTime(due, open));
  }

  static void finish() {
    CURRENT.remove();
  }

  static DueTime current() {
    return CURRENT.get();
  }

  /** The plan asks for a wait, in milliseconds. */
  void asked(long milliseconds) {
    if (open && milliseconds > 0) {
      scheduled += milliseconds;
      at = scheduled;
    } else {
      at += milliseconds;
    }
  }

  /** What of a wait that was just asked for is left: an open schedule does not wait for answers. */
  long left(long milliseconds) {
    return open ? Math.max(0, Math.min(milliseconds, at - SteadyTime.millis())) : milliseconds;
  }

  /** Only the timer knows how long the plan waits: the next sample is due when it is sent. */
  void askedForUnknown() {
    unknownWait = true;
  }

  /** A sample has ended; returns when it was due, never after {@code start}. */
  long sampled(long start, long end) {
    long due = unknownWait ? start : Math.min(at, start);
    at = end;
    unknownWait = false;
    return due;
  }
}
