package cloakroom.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/** Group of servers (processors or connections) with one first-come first-served queue. */
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

  /** Queues a callback, which runs when a processor or connection has been assigned to it. */
  void await(Runnable callback) {
    waiting.add(callback);
  }

  /** Removes a callback from the queue. Returns false if the queue did not contain it. */
  boolean cancel(Runnable callback) {
    return waiting.remove(callback);
  }

  /** Frees a processor or connection for the caller, without starting a queued callback. */
  void release() {
    change(-1);
  }

  /** Hands a processor or connection to the queue's first callback; frees it if there is none. */
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
