package cloakroom.stress.load;

import cloakroom.platform.SteadyTime;

/**
 * Due time of the next sample of a JMeter thread: the end of its previous sample plus every wait of
 * the plan since. Times are epoch milliseconds.
 *
 * <p>In a session of an open schedule a request is due at the arrival plus all waits until then,
 * however late the responses before it came. What the generator adds, for example by waking up
 * late, therefore counts as response time, as it would for a user.
 */
final class DueTime {
  /** Without a thread start that was seen, the first sample is due when it is sent. */
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

  /** Begins a thread whose first sample is due at its start, or its {@code open} arrival. */
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

  /** Returns what is left of the wait added last: an open schedule has not waited for responses. */
  long left(long milliseconds) {
    return open ? Math.max(0, Math.min(milliseconds, at - SteadyTime.millis())) : milliseconds;
  }

  /** Adds a wait of unknown length: the next sample is due when it is sent. */
  void addUnknownWait() {
    unknownWait = true;
  }

  /** Ends a sample and returns when it was due, at most {@code start}. */
  long sampled(long start, long end) {
    long due = unknownWait ? start : Math.min(at, start);
    at = end;
    unknownWait = false;
    return due;
  }
}
