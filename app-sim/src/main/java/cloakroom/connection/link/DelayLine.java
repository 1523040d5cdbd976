package cloakroom.connection.link;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * Bytes under way: they come out in order, each not before its time. It holds at most {@value
 * #CAPACITY} bytes; who brings more waits, as with a full TCP window.
 */
final class DelayLine {
  static final int CAPACITY = 1 << 20;

  private static final byte[] END = {};

  private final BlockingQueue<Parcel> parcels = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(CAPACITY);

  private static final class Parcel {
    final byte[] bytes;
    final long due;

    Parcel(byte[] bytes, long due) {
      this.bytes = bytes;
      this.due = due;
    }
  }

  /**
   * Sends bytes on their way.
   *
   * @param bytes at least one, at most {@value #CAPACITY}
   * @param due when they arrive, on the clock of {@link System#nanoTime}
   */
  void put(byte[] bytes, long due) throws InterruptedException {
    room.acquire(bytes.length);
    parcels.add(new Parcel(bytes, due));
  }

  /** Nothing comes after what was put. */
  void end(long due) {
    parcels.add(new Parcel(END, due));
  }

  /** Waits for the next bytes; empty at the end. */
  byte[] take() throws InterruptedException {
    Parcel parcel = parcels.take();
    waitUntil(parcel.due);
    room.release(parcel.bytes.length);
    return parcel.bytes;
  }

  /** Returns not before the moment, and some 60 microseconds after it at most. */
  static void waitUntil(long due) throws InterruptedException {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
