package cloakroom.stress.load;

import cloakroom.platform.SteadyTime;

/**
 * Time at which a JMeter thread should send its next sample, in epoch milliseconds: the end of its
 * previous sample plus the waits of the plan.
 *
 * <p>If users arrive on a schedule, the time is the user's scheduled arrival plus all waits, even
 * after slow responses. Response times start at the due time, so they include late sends.
 */
final class DueTime {
  /**
   * Due time of each thread. Initially Long.MAX_VALUE, which makes a thread's first sample due when
   * it is sent.
   */
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

  /** Sets a thread's first due time; {@code open} means that users arrive on a schedule. */
  static void begin(long due, boolean open) {
    CURRENT.set(new DueTime(due, open));
  }

  static void finish() {
    CURRENT.remove();
  }

  static DueTime current() {
    return CURRENT.get();
  }

  void add(long milliseconds) {
    if (open && milliseconds > 0) {
      scheduled += milliseconds;
      at = scheduled;
    } else {
      at += milliseconds;
    }
  }

  /**
   * Returns the remaining milliseconds of a wait. If users arrive on a schedule, a slow response
   * shortens the wait that follows it.
   */
  long left(long milliseconds) {
    return open ? Math.max(0, Math.min(milliseconds, at - SteadyTime.millis())) : milliseconds;
  }

  /** Records a wait of unknown length, so that the next sample is due when it actually starts. */
  void addUnknownWait() {
    unknownWait = true;
  }

  /** Ends a sample and returns its due time, which is not later than its start. */
  long sampled(long start, long end) {
    long due = unknownWait ? start : Math.min(at, start);
    at = end;
    unknownWait = false;
    return due;
  }
}
