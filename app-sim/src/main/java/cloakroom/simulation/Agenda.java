package cloakroom.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** What happens when: the event loop of the simulation, and its clock. */
final class Agenda {
  private record Event(long time, long entry, Runnable what) {}

  private final Queue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingLong(Event::entry));

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
