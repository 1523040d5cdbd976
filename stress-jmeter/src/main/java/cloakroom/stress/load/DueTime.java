package cloakroom.stress.load;

import cloakroom.platform.SteadyTime;

/**
 * Time at which a JMeter thread should send its next sample, in epoch milliseconds: the end of its
 * previous sample plus the waits of the plan.
 *
 * <p>In an open schedule, the due time is the user's scheduled arrival plus all waits, even after
 * slow responses. Response time starts at the due time and so includes late sends.
 */
final class DueTime {
  /**
   * Due time of each thread. The default, the maximum value, makes a thread's first sample due when
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

  /** Sets the due time of the first sample; {@code open} if a schedule sets user arrivals. */
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
   * Returns how much of the latest wait remains. In an open schedule, waits count from the user's
   * scheduled arrival. A slow response then uses up part of the wait.
   */
  long left(long milliseconds) {
    return open ? Math.max(0, Math.min(milliseconds, at - SteadyTime.millis())) : milliseconds;
  }

  /** Adds a wait of unknown length: the next sample's due time is then its actual start. */
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
