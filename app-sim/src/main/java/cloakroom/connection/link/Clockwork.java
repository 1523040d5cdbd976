package cloakroom.connection.link;

import cloakroom.contract.Daemons;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs the delayed tasks of a relay on one thread, in the order of their moments and never early.
 *
 * <p>A sleeping thread wakes late, by some ten microseconds on Linux. So the thread sleeps until
 * {@value #SPIN_NANOS} nanoseconds before a moment and spins for the rest.
 */
class Clockwork implements AutoCloseable {
  private static final long SPIN_NANOS = 50_000;

  private final Thread thread;

  @GuardedBy("this")
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();

  @GuardedBy("this")
  private long number;

  @GuardedBy("this")
  private boolean closed;

  /** Something to do; of two that are due at the same moment the earlier number comes first. */
  private record Task(long due, long number, Runnable action) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      // differences, because nanoTime may overflow
      return due == other.due ? Long.signum(number - other.number) : Long.signum(due - other.due);
    }
  }

  Clockwork(String name) {
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

  private void run() {
    sleepPrecisely();
    for (long left = step(); left >= 0; left = step()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
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
      // not Linux
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
