package cloakroom.simulation;

import java.util.Arrays;

/**
 * What happens when: the event loop of the simulation, and its clock. A heap of four branches in
 * arrays, because most of a simulation's time is spent here.
 */
final class Agenda {
  private static final int BRANCHES = 4;

  private long[] times = new long[1024];
  private long[] entries = new long[1024];
  private Runnable[] events = new Runnable[1024];
  private int size;
  private long entered;
  private long now;

  /** Nanoseconds since the beginning. */
  long now() {
    return now;
  }

  /** Lets it happen after so many nanoseconds, and behind what is due then already. */
  void after(long nanos, Runnable what) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      entries = Arrays.copyOf(entries, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
    }
    long time = now + nanos;
    int at = size++;
    while (at > 0 && time < times[(at - 1) / BRANCHES]) {
      move((at - 1) / BRANCHES, at);
      at = (at - 1) / BRANCHES;
    }
    put(at, time, entered++, what);
  }

  /** Lets everything happen that is due until then. */
  void runUntil(long end) {
    while (size > 0 && times[0] <= end) {
      now = times[0];
      Runnable what = events[0];
      removeFirst();
      what.run();
    }
    now = end;
  }

  private void removeFirst() {
    long time = times[--size];
    long entry = entries[size];
    int at = 0;
    for (int child = least(at); child >= 0 && before(child, time, entry); child = least(at)) {
      move(child, at);
      at = child;
    }
    put(at, time, entry, events[size]);
    events[size] = null;
  }

  /** The child that comes first; negative if there is none. */
  private int least(int parent) {
    int first = parent * BRANCHES + 1;
    int least = first < size ? first : -1;
    for (int child = first + 1; child < Math.min(first + BRANCHES, size); child++) {
      if (before(child, times[least], entries[least])) {
        least = child;
      }
    }
    return least;
  }

  private boolean before(int at, long time, long entry) {
    return times[at] < time || (times[at] == time && entries[at] < entry);
  }

  private void move(int from, int to) {
    put(to, times[from], entries[from], events[from]);
  }

  private void put(int at, long time, long entry, Runnable what) {
    times[at] = time;
    entries[at] = entry;
    events[at] = what;
  }
}
