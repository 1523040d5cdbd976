package cloakroom.stress.watch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits until a database's counters have come to rest. */
final class Settling {
  private static final long POLL = TimeUnit.MILLISECONDS.toNanos(100);

  private final DatabaseWatch watch;
  private final BooleanSupplier tierGone;
  private final Runnable unsettled;

  /**
   * Looks at a watch.
   *
   * @param tierGone whether no connection of the tier is left, as far as that can be seen
   * @param unsettled told when the limit was reached
   */
  Settling(DatabaseWatch watch, BooleanSupplier tierGone, Runnable unsettled) {
    this.watch = watch;
    this.tierGone = tierGone;
    this.unsettled = unsettled;
  }

  /**
   * The counters once the tier is gone and two readings in a row agree; when the limit is reached
   * first, the counters as they are.
   */
  DatabaseCounters await(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    boolean settled = false;
    DatabaseCounters last = watch.counters();
    while (!settled && System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
      long before = watch.transactions();
      LockSupport.parkNanos(POLL);
      boolean gone = tierGone.getAsBoolean();
      DatabaseCounters now = watch.counters();
      settled = gone && quiet(last, now, watch.transactions() - before);
      last = now;
    }
    if (!settled) {
      unsettled.run();
    }
    return last;
  }

  private boolean quiet(DatabaseCounters earlier, DatabaseCounters now, long ownTransactions) {
    return now.quietSince(earlier, ownTransactions, watch.counterNotes().withOthers());
  }
}
