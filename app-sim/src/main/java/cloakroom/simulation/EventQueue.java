package cloakroom.simulation;

import java.util.PriorityQueue;
import java.util.Queue;

/** Queue of the simulation's future events, with the simulated clock. */
final class EventQueue {
  /** Scheduled action. Comparable, because a separate comparator takes 25 % of the time. */
  private record Event(long time, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int order = Long.compare(time, other.time);
      return order == 0 ? Long.compare(number, other.number) : order;
    }
  }

  private final Queue<Event> events = new PriorityQueue<>();
  private long added;
  private long now;

  long now() {
    return now;
  }

  /** Schedules an action. Actions for the same time run in the order in which they were added. */
  void after(long nanos, Runnable action) {
    events.add(new Event(now + nanos, added++, action));
  }

  void runUntil(long end) {
    while (!events.isEmpty() && events.peek().time <= end) {
      Event event = events.remove();
      now = event.time;
      event.action.run();
    }
    now = end;
  }
}
