package cloakroom.module;

import cloakroom.module.ModuleInstance.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Which instances a cleanup pass takes (T11, T13), in the order of ADF-BC 2e. It takes a few at a
 * time and lets go of the locks in between, so that requests wait for microseconds however many
 * instances there are; the work on them comes after all are claimed.
 */
final class CleanupClaims<M extends ApplicationModule> {
  /** Instances looked at while requests wait. */
  private static final int BATCH = 64;

  /** Time for those who wait to take the locks. */
  private static final long BREAK_NANOS = 20_000;

  /**
   * An instance in the hands of the pool itself.
   *
   * @param owner the session whose state is in it and whose requests wait, or null
   */
  record Taken<M extends ApplicationModule>(ModuleInstance<M> instance, SessionCookie owner) {}

  private final ReleasePolicy policy;
  private final InstanceBooks<M> books;
  private final WaitingLine line;

  CleanupClaims(ReleasePolicy policy, InstanceBooks<M> books, WaitingLine line) {
    this.policy = policy;
    this.books = books;
    this.line = line;
  }

  /**
   * Claims what a pass removes: instances past their time to live, whatever the floor; then idle
   * ones down to the floor, or all of them, as the policy says; then the least recently used down
   * to the ceiling.
   */
  synchronized List<Taken<M>> overdue() {
    List<Taken<M>> taken = new ArrayList<>();
    long now = books.clock.getAsLong();
    if (!policy.timeToLive().isNegative()) {
      tooOld(taken, now, policy.timeToLive());
    }
    inBatches(books::restoreOne);
    Duration age = policy.maxInactiveAge();
    int floor = policy.idleFloor();
    boolean passivates = policy.monitorPassivates();
    int ceiling = policy.maxAvailableSize();
    takeOldest(
        taken, passivates, books::oldestAvailable, i -> isAbove(floor) && isIdle(i, now, age));
    takeOldest(taken, passivates, books::oldestAvailable, i -> isAbove(ceiling));
    return taken;
  }

  private void tooOld(List<Taken<M>> taken, long now, Duration timeToLive) {
    inBatches(books.created::rewind);
    inBatches(
        () -> {
          ModuleInstance<M> instance = books.created.current();
          if (instance == null || !isOlder(now - instance.createdNanos, timeToLive)) {
            return false;
          }
          books.created.advance();
          if (instance.isAvailable()) {
            taken.add(take(instance, policy.monitorPassivates()));
          }
          return true;
        });
  }

  /**
   * Claims the least recently used idle instances whose connections are too many (T13). Their
   * sessions wait while the connection goes.
   */
  synchronized List<Taken<M>> overConnected() {
    List<Taken<M>> taken = new ArrayList<>();
    int threshold = policy.connectionThreshold();
    if (threshold > 0) {
      inBatches(books::restoreOne); // what the pass itself could not remove
      long now = books.clock.getAsLong();
      boolean any = !policy.thresholdNeedsIdleTimeout();
      Duration age = policy.maxInactiveAge();
      takeOldest(
          taken,
          policy.passivatesAtThreshold(),
          books::oldestConnected,
          i -> books.usage.held() > threshold && (any || isIdle(i, now, age)));
    }
    return taken;
  }

  private boolean isAbove(int size) {
    return books.available() > size;
  }

  private static boolean isIdle(ModuleInstance<?> instance, long now, Duration than) {
    return isOlder(now - instance.checkedInNanos, than);
  }

  private static boolean isOlder(long nanos, Duration than) {
    return nanos > than.toNanos();
  }

  /** Claims the next in the order of their age as long as they are due. */
  private void takeOldest(
      List<Taken<M>> taken,
      boolean passivates,
      Supplier<ModuleInstance<M>> oldest,
      Predicate<ModuleInstance<M>> due) {
    inBatches(
        () -> {
          ModuleInstance<M> instance = oldest.get();
          if (instance == null || !due.test(instance)) {
            return false;
          }
          taken.add(take(instance, passivates));
          return true;
        });
  }

  private Taken<M> take(ModuleInstance<M> instance, boolean passivates) {
    boolean referenced = instance.state() == State.REFERENCED;
    books.makeBusy(instance);
    return new Taken<>(instance, referenced ? books.detach(instance, passivates) : null);
  }

  /**
   * Instances go back where they were, and those that failing thieves gave back stand there too.
   */
  synchronized void putBack(List<Taken<M>> taken) {
    Iterator<Taken<M>> left = taken.iterator();
    inBatches(
        () -> {
          if (left.hasNext()) {
            putBack(left.next());
          }
          return left.hasNext();
        });
    inBatches(books::restoreOne);
  }

  private void putBack(Taken<M> taken) {
    Condition turn = null;
    if (taken.owner() != null) {
      turn = taken.owner().turn;
      books.attach(taken.instance(), taken.owner());
    }
    books.putBack(taken.instance());
    line.instanceIsBack(turn, books.usage);
  }

  /** Claims every instance that is not in use, for removal; nobody can be given one any more. */
  List<Taken<M>> all() {
    List<Taken<M>> all = new ArrayList<>();
    books.lockAll();
    try {
      books.forEach(
          i -> {
            if (i.isAvailable()) {
              all.add(take(i, true));
            } else if (i.state() == State.RESERVED) {
              books.makeBusy(i);
              books.part(i);
              all.add(new Taken<>(i, null));
            }
          });
    } finally {
      books.unlockAll();
    }
    return all;
  }

  /**
   * Does a step again and again under all locks, with breaks, until it says that it was the last.
   */
  private void inBatches(BooleanSupplier step) {
    while (isBatchFull(step)) {
      LockSupport.parkNanos(BREAK_NANOS);
    }
  }

  private boolean isBatchFull(BooleanSupplier step) {
    books.lockAll();
    try {
      for (int i = 0; i < BATCH; i++) {
        if (!step.getAsBoolean()) {
          return false;
        }
      }
      return true;
    } finally {
      books.unlockAll();
    }
  }
}
