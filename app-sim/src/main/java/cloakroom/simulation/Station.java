package cloakroom.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/** Servers, given to those who want one in the order of arrival; and how many were in use. */
final class Station {
  private final EventQueue agenda;
  private final int servers;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int busy;
  private int most;
  private double busyNanos;
  private long since;
  private long begin;

  Station(EventQueue agenda, int servers) {
    this.agenda = agenda;
    this.servers = servers;
  }

  boolean hasFree() {
    return busy < servers;
  }

  /** Whether there was a server, which is taken now. */
  boolean take() {
    if (!hasFree()) {
      return false;
    }
    change(1);
    return true;
  }

  /** Calls back with a server, once there is one. */
  void await(Runnable later) {
    waiting.add(later);
  }

  /** The one who was called takes a server by himself. */
  void release() {
    change(-1);
  }

  /** The one who waits does so no longer; false if it has been called. */
  boolean leave(Runnable later) {
    return waiting.remove(later);
  }

  /** A server goes back, or on to the first who waits. */
  void giveBack() {
    Runnable next = waiting.poll();
    if (next == null) {
      change(-1);
    } else {
      agenda.after(0, next);
    }
  }

  /** Uses a server for so long, as soon as there is one. */
  void serve(long nanos, Runnable done) {
    Runnable work = () -> agenda.after(nanos, () -> finish(done));
    if (take()) {
      work.run();
    } else {
      await(work);
    }
  }

  private void finish(Runnable done) {
    giveBack();
    done.run();
  }

  private void change(int more) {
    addUp();
    busy += more;
    most = Math.max(most, busy);
  }

  private void addUp() {
    busyNanos += (double) busy * (agenda.now() - since);
    since = agenda.now();
  }

  /** Counts from now on. */
  void reset() {
    addUp();
    busyNanos = 0;
    most = busy;
    begin = agenda.now();
  }

  /** Servers in use, mean. */
  double mean() {
    addUp();
    return busyNanos / Math.max(1, agenda.now() - begin);
  }

  /** Servers in use of all there are, mean, from 0 to 1. */
  double share() {
    return mean() / servers;
  }

  int most() {
    return most;
  }
}
