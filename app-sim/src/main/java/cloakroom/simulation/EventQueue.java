package cloakroom.simulation;

import java.util.PriorityQueue;
import java.util.Queue;

/** What happens when: the event loop of the simulation, and its clock. */
final class EventQueue {
  /** Compared by itself: a comparator of keys costs a quarter of a simulation's time. */
  private record Event(long time, long entry, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return time == other.time ? Long.compare(entry, other.entry) : Long.compare(time, other.time);
    }
  }

  private final Queue<Event> events = new PriorityQueue<>();

  private long entered;
  private long now;

  /** Nanoseconds since the beginning. */
  long now() {
    return now;
  }

  /** Lets it happen after so many nanoseconds, and behind what is due then already. */
  void after(long nanos, Runnable what) {
    events.add(new Event(now + nanos, entered++, what));
  }

  /** Lets everything happen that is due until then. */
  void runUntil(long end) {
    while (!events.isEmpty() && events.peek().time <= end) {
      Event event = events.remove();
      now = event.time;
      event.what.run();
    }
    now = end;
  }
}
