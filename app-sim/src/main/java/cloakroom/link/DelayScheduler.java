package cloakroom.link;

import cloakroom.platform.Daemons;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Scheduler that runs a relay's delayed actions on one thread, in time order and never early. The
 * system wakes sleeping threads late, so the thread wakes before the due time and then spins. The
 * spin is short, because it takes processor time from the client and the database.
 */
class DelayScheduler implements AutoCloseable {
  private static final long MAX_SPIN_NANOS = 40_000;
  private static final long STEP_NANOS = 200;

  private final Thread thread;

  @GuardedBy("this")
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();

  @GuardedBy("this")
  private long number;

  @GuardedBy("this")
  private boolean closed;

  /** Lead time of a wake-up in ns: 75th percentile of wake-up delays. Used by one thread. */
  private long sleepLoss = MAX_SPIN_NANOS;

  private volatile long wakeUpNanos; // median

  /** Delayed action. The number orders actions with the same due time. */
  private record Task(long due, long number, Runnable action) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      // Compare by difference, because nanoTime may overflow.
      return due == other.due ? Long.signum(number - other.number) : Long.signum(due - other.due);
    }
  }

  DelayScheduler(String name) {
    thread = Daemons.named(name).newThread(this::run);
    thread.start();
  }

  /** Schedules an action; {@code due} is a value of {@link System#nanoTime}. */
  void schedule(long due, Runnable action) {
    boolean first;
    synchronized (this) {
      Task task = new Task(due, number++, action);
      tasks.add(task);
      first = task.equals(tasks.peek());
    }
    if (first) {
      LockSupport.unpark(thread);
    }
  }

  long wakeUpNanos() {
    return wakeUpNanos;
  }

  private void run() {
    sleepPrecisely();
    for (long left = runDue(); left >= 0; left = runDue()) {
      if (left > sleepLoss) {
        sleep(left - sleepLoss);
      } else {
        spin(left);
      }
    }
  }

  /** Runs all due actions. Returns the nanoseconds until the next action; negative if closed. */
  private long runDue() {
    while (true) {
      Task next;
      synchronized (this) {
        next = tasks.peek();
        if (closed) {
          return -1;
        }
        if (next == null) {
          return Long.MAX_VALUE;
        }
        long left = next.due() - System.nanoTime();
        if (left > 0) {
          return left;
        }
        tasks.poll();
      }
      next.action().run();
    }
  }

  private void sleep(long nanos) {
    long from = System.nanoTime();
    LockSupport.parkNanos(nanos);
    long late = System.nanoTime() - from - nanos;
    long step = late > wakeUpNanos ? STEP_NANOS : -STEP_NANOS;
    wakeUpNanos = bounded(wakeUpNanos + step);
    if (late >= 0) {
      step = late > sleepLoss ? 3 * STEP_NANOS : -STEP_NANOS;
      sleepLoss = bounded(sleepLoss + step);
    }
  }

  private static long bounded(long nanos) {
    return Math.min(MAX_SPIN_NANOS, Math.max(0, nanos));
  }

  private static void spin(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() - until < 0) {
      Thread.onSpinWait();
    }
  }

  /** Sets this thread's timer slack to 1 ns; by default Linux may wake a thread 50 us late. */
  private static void sleepPrecisely() {
    try {
      Path self = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Files.writeString(Path.of("/proc", self.toString(), "timerslack_ns"), "1");
    } catch (IOException | SecurityException e) {
      // Not Linux, so the timer slack cannot be set. The thread spins longer instead.
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
