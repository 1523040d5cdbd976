package cloakroom.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/** Group of processors or connections with one first-come first-served queue. */
final class Station {
  private final EventQueue events;
  private final int servers;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int busy;
  int maxBusy;
  private double busyNanos;
  private long updated;
  private long begin;

  Station(EventQueue events, int servers) {
    this.events = events;
    this.servers = servers;
  }

  boolean hasFree() {
    return busy < servers;
  }

  boolean take() {
    if (!hasFree()) {
      return false;
    }
    change(1);
    return true;
  }

  /** Queues a callback. It runs when a server becomes free, and then occupies this server. */
  void await(Runnable callback) {
    waiting.add(callback);
  }

  /** Removes a callback from the queue. Returns false if it has already received a server. */
  boolean cancel(Runnable callback) {
    return waiting.remove(callback);
  }

  /** Frees a server without serving the queue, so that the caller can take the server again. */
  void release() {
    change(-1);
  }

  /** Hands a server over to the first callback in the queue; frees it if the queue is empty. */
  void giveBack() {
    Runnable next = waiting.poll();
    if (next == null) {
      change(-1);
    } else {
      events.after(0, next);
    }
  }

  void serve(long nanos, Runnable done) {
    Runnable finish =
        () -> {
          giveBack();
          done.run();
        };
    if (take()) {
      events.after(nanos, finish);
    } else {
      await(() -> events.after(nanos, finish));
    }
  }

  private void change(int more) {
    update();
    busy += more;
    maxBusy = Math.max(maxBusy, busy);
  }

  private void update() {
    busyNanos += (double) busy * (events.now() - updated);
    updated = events.now();
  }

  void reset() {
    update();
    busyNanos = 0;
    maxBusy = busy;
    begin = events.now();
  }

  double meanBusy() {
    update();
    return busyNanos / Math.max(1, events.now() - begin);
  }

  double utilization() {
    return meanBusy() / servers;
  }
}
