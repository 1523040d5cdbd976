package cloakroom.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/** Servers with one queue in the order of arrival, and the statistics of their use. */
final class Station {
  private final EventQueue events;
  private final int servers;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int busy;
  private int maxBusy;
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

  /** Takes a free server. Returns false if there is none. */
  boolean take() {
    if (!hasFree()) {
      return false;
    }
    change(1);
    return true;
  }

  /** Runs a callback when a server is available; it owns that server. */
  void await(Runnable callback) {
    waiting.add(callback);
  }

  /** Cancels {@link #await}. Returns false if the callback has been scheduled already. */
  boolean cancel(Runnable callback) {
    return waiting.remove(callback);
  }

  /** Frees the server that a callback owns, which takes one again without waiting. */
  void release() {
    change(-1);
  }

  /** Returns a server, which the first waiting callback gets. */
  void giveBack() {
    Runnable next = waiting.poll();
    if (next == null) {
      change(-1);
    } else {
      events.after(0, next);
    }
  }

  /** Uses a server for this time, as soon as one is free. */
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

  /** Restarts the statistics. */
  void reset() {
    update();
    busyNanos = 0;
    maxBusy = busy;
    begin = events.now();
  }

  /** Returns the mean number of busy servers. */
  double meanBusy() {
    update();
    return busyNanos / Math.max(1, events.now() - begin);
  }

  /** Returns the utilization, from 0 to 1. */
  double utilization() {
    return meanBusy() / servers;
  }

  int maxBusy() {
    return maxBusy;
  }
}
