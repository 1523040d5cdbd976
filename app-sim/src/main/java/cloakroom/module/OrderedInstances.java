package cloakroom.module;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Available instances in the order of their rank, the least recently used first. Each step but
 * {@link #insert} takes the same time however many there are, and none allocates.
 */
final class OrderedInstances<M extends ApplicationModule> {
  /** The rank of nobody, behind that of any instance. */
  static final long NO_RANK = Long.MAX_VALUE;

  private final Seats<M> seats;

  /** The oldest one's rank, for those who look without the lock. */
  private final AtomicLong oldestRank = new AtomicLong(NO_RANK);

  private int oldest = Seats.NONE;
  private int newest = Seats.NONE;
  private int size;

  /** An empty list of instances that have seats here. */
  OrderedInstances(Seats<M> seats) {
    this.seats = seats;
  }

  int size() {
    return size;
  }

  /** The least recently used, or null. */
  ModuleInstance<M> oldest() {
    return seats.at(oldest);
  }

  /**
   * The rank of the least recently used, {@link #NO_RANK} if there is none. Without the lock over
   * this list it may be out of date.
   */
  long oldestRank() {
    return oldestRank.get();
  }

  /** The most recently used, or null. */
  ModuleInstance<M> newest() {
    return seats.at(newest);
  }

  /** Adds one that ranks behind all that are here. */
  void append(ModuleInstance<M> instance) {
    link(newest, instance.seat, Seats.NONE);
  }

  /** Adds one where its rank belongs; quick for one that is among the oldest or the newest. */
  void insert(ModuleInstance<M> instance) {
    int fromOldest = oldest;
    int fromNewest = newest;
    while (fromNewest != Seats.NONE) {
      if (rank(fromNewest) <= instance.rankNanos) {
        link(fromNewest, instance.seat, seats.newer(fromNewest));
        return;
      }
      if (rank(fromOldest) > instance.rankNanos) {
        link(seats.older(fromOldest), instance.seat, fromOldest);
        return;
      }
      fromOldest = seats.newer(fromOldest);
      fromNewest = seats.older(fromNewest);
    }
    link(Seats.NONE, instance.seat, oldest);
  }

  private long rank(int seat) {
    return seats.at(seat).rankNanos;
  }

  private void link(int before, int seat, int after) {
    join(before, seat);
    join(seat, after);
    size++;
  }

  /** Takes out one that is here; it keeps its seat. */
  void remove(ModuleInstance<M> instance) {
    join(seats.older(instance.seat), seats.newer(instance.seat));
    size--;
  }

  /** Makes two seats neighbours; one of them may be the end of the list. */
  private void join(int before, int after) {
    if (before == Seats.NONE) {
      oldest = after;
      oldestRank.setRelease(after == Seats.NONE ? NO_RANK : rank(after));
    } else {
      seats.newer(before, after);
    }
    if (after == Seats.NONE) {
      newest = before;
    } else {
      seats.older(after, before);
    }
  }
}
