package cloakroom.stress.load;

/**
 * When the next sample of a thread is due: the end of its previous sample plus every wait that the
 * plan has asked for since.
 *
 * <p>What the generator adds of its own, for example by waking up late, counts as response time
 * then, as it would for a user. One for each thread of JMeter; times are epoch milliseconds.
 */
final class DuePoint {
  private static final ThreadLocal<DuePoint> CURRENT = new ThreadLocal<>();

  private long at;
  private boolean unknownWait;

  private DuePoint(long at) {
    this.at = at;
  }

  /** A thread's first sample is due when the thread starts, after its share of the ramp-up. */
  static void start(long now) {
    CURRENT.set(new DuePoint(now));
  }

  static void finish() {
    CURRENT.remove();
  }

  static DuePoint current() {
    DuePoint point = CURRENT.get();
    if (point == null) {
      point = new DuePoint(Long.MAX_VALUE); // no start was seen: due when sent
      CURRENT.set(point);
    }
    return point;
  }

  /** The plan asks for a wait, in milliseconds. */
  void asked(long milliseconds) {
    at += milliseconds;
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
