package cloakroom.link;

import cloakroom.platform.Daemons;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Scheduler that runs the delayed actions of a relay on one thread in order of their time, never
 * early and some microseconds late.
 *
 * <p>The system wakes a sleeping thread late. The thread sleeps shorter by the wake-up time that
 * three of four sleeps stay below, and spins for the rest, at most {@value #MAX_SPIN_NANOS}
 * nanoseconds. A longer spin would take the processor from client and database.
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

  /** Wake-up time that three of four sleeps stay below, in nanoseconds; used by one thread. */
  private long sleepLoss = MAX_SPIN_NANOS;

  /** Median wake-up time of a thread, in nanoseconds. */
  private volatile long wakeUpNanos;

  /** Delayed action; the number orders actions of the same time. */
  private record Task(long due, long number, Runnable action) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      // differences, because nanoTime may overflow
      return due == other.due ? Long.signum(number - other.number) : Long.signum(due - other.due);
    }
  }

  DelayScheduler(String name) {
    thread = Daemons.named(name).newThread(this::run);
    thread.start();
  }

  /** Schedules an action at a time of {@link System#nanoTime}. */
  void schedule(long due, Runnable action) {
    boolean first;
    synchronized (this) {
      Task task = new Task(due, number, action);
      number++;
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

  /** Runs the due actions. Returns the time to the next one, negative once closed. */
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
    wakeUpNanos =
        Math.min(
            MAX_SPIN_NANOS,
            Math.max(0, wakeUpNanos + (late > wakeUpNanos ? STEP_NANOS : -STEP_NANOS)));
    if (late > sleepLoss) {
      sleepLoss = Math.min(MAX_SPIN_NANOS, sleepLoss + 3 * STEP_NANOS);
    } else if (late >= 0) {
      sleepLoss = Math.max(0, sleepLoss - STEP_NANOS);
    }
  }

  private static void spin(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() - until < 0) {
      Thread.onSpinWait();
    }
  }

  /** Sets the timer slack of this thread, which by default makes a sleep 50 us longer on Linux. */
  private static void sleepPrecisely() {
    try {
      Path self = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Files.write(
          Path.of("/proc", self.toString(), "timerslack_ns"),
          "1".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException | SecurityException e) {
      // not Linux: longer spins
    }
  }

  /** Drops scheduled actions and waits for the end of the thread. */
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
