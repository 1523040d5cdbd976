package cloakroom.simulation;

import java.util.PriorityQueue;
import java.util.Queue;

/** Event loop and clock of a simulation. */
final class EventQueue {
  /** Comparable itself, because a comparator of keys takes a quarter of a simulation's time. */
  private record Event(long time, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return time == other.time
          ? Long.compare(number, other.number)
          : Long.compare(time, other.time);
    }
  }

  private final Queue<Event> events = new PriorityQueue<>();
  private long added;
  private long now;

  /** Returns the nanoseconds since the beginning. */
  long now() {
    return now;
  }

  /** Schedules an action after a delay; actions of the same time run in the order of the calls. */
  void after(long nanos, Runnable action) {
    events.add(new Event(now + nanos, added++, action));
  }

  /** Runs all actions up to this time. */
  void runUntil(long end) {
    while (!events.isEmpty() && events.peek().time <= end) {
      Event event = events.remove();
      now = event.time;
      event.action.run();
    }
    now = end;
  }
}
