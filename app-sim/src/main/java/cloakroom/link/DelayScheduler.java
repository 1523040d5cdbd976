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
 * Does everything that a relay delays, in the order of its moments, on one thread: never before its
 * moment, and some microseconds after it.
 *
 * <p>A sleeping thread wakes too late by what the system takes to wake it. So it sleeps that much
 * shorter, by what three of four sleeps have lost, and spins for the rest, {@value #LONGEST_SPIN}
 * nanoseconds at the most. A longer spin is no better: it takes the processor from those who are
 * waited for.
 */
class DelayScheduler implements AutoCloseable {
  private static final long LONGEST_SPIN = 40_000;

  /** The step in which what sleeping loses is learnt, in nanoseconds for three of four sleeps. */
  private static final long STEP = 200;

  private final Thread thread;

  @GuardedBy("this")
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();

  @GuardedBy("this")
  private long number;

  @GuardedBy("this")
  private boolean closed;

  /** What sleeping loses; the thread's own. */
  private long lost = LONGEST_SPIN;

  /** What every other sleep loses: so long it takes to wake a thread here. */
  private volatile long waking;

  /** Something to do; of two that are due at the same moment the earlier number comes first. */
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

  /** Has something done at a moment of {@link System#nanoTime}. */
  void at(long due, Runnable action) {
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

  /** How long it takes to wake a thread on this machine, in nanoseconds, as far as was learnt. */
  long waking() {
    return waking;
  }

  private void run() {
    sleepPrecisely();
    for (long left = step(); left >= 0; left = step()) {
      if (left > lost) {
        sleep(left - lost);
      } else {
        spin(left);
      }
    }
  }

  /** Does what is due; how long there is nothing to do then, negative for ever. */
  private long step() {
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
    waking = Math.min(LONGEST_SPIN, Math.max(0, waking + (late > waking ? STEP : -STEP)));
    if (late > lost) {
      lost = Math.min(LONGEST_SPIN, lost + 3 * STEP);
    } else if (late >= 0) {
      lost = Math.max(0, lost - STEP);
    }
  }

  private static void spin(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() - until < 0) {
      Thread.onSpinWait();
    }
  }

  /** Linux lets a sleep be 50 microseconds longer than asked, unless the thread says otherwise. */
  private static void sleepPrecisely() {
    try {
      Path self = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Files.write(
          Path.of("/proc", self.toString(), "timerslack_ns"),
          "1".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException | SecurityException e) {
      // not Linux: it spins longer
    }
  }

  /** Does nothing any more; returns when the thread has ended. */
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
