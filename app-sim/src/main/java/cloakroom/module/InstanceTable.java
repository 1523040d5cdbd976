package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.module.CleanupClaims.Taken;
import cloakroom.module.ModuleInstance.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Who has which instance. Every decision of the pool is made here: for a check-out in {@link
 * CheckOutClaims}, for a cleanup pass in {@link CleanupClaims}. Nothing here touches a database. An
 * instance that leaves a method of this class to be worked on is {@link State#BUSY}, so nobody else
 * can be given it meanwhile (JD-API). {@link InstanceBooks} says which lock guards what.
 */
final class InstanceTable<M extends ApplicationModule> {
  private final Counts counts;
  private final int maxPoolSize;
  private final InstanceBooks<M> books;
  private final WaitingLine line;
  private final CheckOutClaims<M> checkOuts;
  private final CleanupClaims<M> cleanups;

  InstanceTable(String pool, ReleasePolicy policy, Counts counts, LongSupplier clock) {
    this.counts = counts;
    this.maxPoolSize = policy.maxPoolSize();
    this.books = new InstanceBooks<>(pool, clock);
    this.line = new WaitingLine(books.lock);
    this.checkOuts = new CheckOutClaims<>(pool, policy, books, line, counts);
    this.cleanups = new CleanupClaims<>(policy, books, line);
  }

  /**
   * Gives the session an instance, waiting for one if need be (T1 to T6).
   *
   * @throws CheckOutException if the wait is over, the session has ended or the pool is closed
   */
  Claim<M> claim(SessionCookie cookie) {
    Claim<M> claim = checkOuts.own(cookie);
    if (claim == null) {
      claim = checkOuts.any(cookie);
    }
    counts.add(claim.transition().count());
    return claim;
  }

  /** The instance goes on holding its session's state; false if that session has ended. */
  boolean reference(ModuleInstance<M> instance) {
    return keep(instance, State.REFERENCED);
  }

  /** The instance stays bound to its session; false if that session has ended. */
  boolean reserve(ModuleInstance<M> instance) {
    return keep(instance, State.RESERVED);
  }

  private boolean keep(ModuleInstance<M> instance, State state) {
    SessionCookie owner = instance.owner;
    SessionShard<M> shard = books.shardOf(owner);
    Condition turn;
    shard.lock.lock();
    try {
      if (owner.end != null) {
        return false;
      }
      owner.busy = false;
      books.keep(instance, state);
      turn = owner.turn;
    } finally {
      shard.lock.unlock();
    }
    line.instanceIsBack(turn, books.usage);
    return true;
  }

  /** The instance holds nobody's state any more and anyone may have it. */
  void release(ModuleInstance<M> instance) {
    leave(instance, State.FREE);
  }

  /** The instance is no more. */
  void remove(ModuleInstance<M> instance) {
    counts.add(Count.REMOVED);
    leave(instance, State.GONE);
  }

  private void leave(ModuleInstance<M> instance, State state) {
    books.lock.lock();
    try {
      Condition turn = forgetOwner(instance);
      if (state == State.FREE) {
        books.free(instance);
      } else {
        books.remove(instance);
      }
      line.instanceIsBack(turn, books.usage);
    } finally {
      books.lock.unlock();
    }
  }

  /** What the next request of the session that had it waits for, or null. */
  private Condition forgetOwner(ModuleInstance<M> instance) {
    SessionCookie owner = instance.owner;
    if (owner == null) {
      return null;
    }
    SessionShard<M> shard = books.shardOf(owner);
    shard.lock.lock();
    try {
      owner.busy = false;
      books.part(instance);
      return owner.turn;
    } finally {
      shard.lock.unlock();
    }
  }

  /** The victim's state is in the store now, or is no longer wanted. */
  void victimStored(SessionCookie victim) {
    SessionShard<M> shard = books.shardOf(victim);
    books.lock.lock();
    shard.lock.lock();
    try {
      books.doneDetaching(victim);
      WaitingLine.turnHasCome(victim.turn);
    } finally {
      shard.lock.unlock();
      books.lock.unlock();
    }
  }

  /** The victim's state could not be stored: it keeps its instance, as the most recently used. */
  void giveBack(ModuleInstance<M> instance, SessionCookie victim) {
    books.lockAll();
    try {
      WaitingLine.turnHasCome(forgetOwner(instance));
      books.attach(instance, victim);
      books.putBackAsNewest(instance);
      line.instanceIsBack(victim.turn, books.usage);
    } finally {
      books.unlockAll();
    }
  }

  /**
   * Marks a session as ended (T12) and claims its instance, if it has one that nobody is using. A
   * session in the middle of a request is ended by that request's check-in.
   *
   * @return true if the caller is to finish the end, with the instance in the cookie or none
   */
  boolean end(SessionCookie cookie, SessionCookie.End how) {
    books.lock.lock();
    try {
      if (!markEnded(cookie, how)) {
        return false;
      }
      line.wakeAll();
      Condition arrival;
      while ((arrival = detachmentOf(cookie)) != null) {
        arrival.awaitUninterruptibly();
      }
      return claimEnded(cookie);
    } finally {
      books.lock.unlock();
    }
  }

  private boolean markEnded(SessionCookie cookie, SessionCookie.End how) {
    SessionShard<M> shard = books.shardOf(cookie);
    shard.lock.lock();
    try {
      boolean first = cookie.end == null;
      if (first) {
        cookie.end = how;
        WaitingLine.turnHasCome(cookie.turn);
      }
      return first;
    } finally {
      shard.lock.unlock();
    }
  }

  /** What will be signalled when the pool is done with the session's state; null if it is. */
  private Condition detachmentOf(SessionCookie cookie) {
    SessionShard<M> shard = books.shardOf(cookie);
    shard.lock.lock();
    try {
      return cookie.detached ? line.turnOf(cookie) : null;
    } finally {
      shard.lock.unlock();
    }
  }

  private boolean claimEnded(SessionCookie cookie) {
    SessionShard<M> shard = books.shardOf(cookie);
    shard.lock.lock();
    try {
      if (cookie.busy) {
        return false;
      }
      ModuleInstance<M> own = books.instanceOf(cookie);
      if (own != null) {
        books.makeBusy(own);
        cookie.busy = true;
      }
      return true;
    } finally {
      shard.lock.unlock();
    }
  }

  /** A new instance in the hands of the caller, or null when the pool is full or closed. */
  ModuleInstance<M> grow() {
    books.lock.lock();
    try {
      if (books.isClosed() || books.instances() >= maxPoolSize) {
        return null;
      }
      ModuleInstance<M> instance = books.create();
      counts.add(Count.CREATED);
      books.makeBusy(instance);
      return instance;
    } finally {
      books.lock.unlock();
    }
  }

  /** Claims what a cleanup pass removes (T11). */
  List<Taken<M>> claimOverdue() {
    return cleanups.overdue();
  }

  /** Claims the idle instances whose connections are too many (T13). */
  List<Taken<M>> claimOverConnected() {
    return cleanups.overConnected();
  }

  /** Instances that were claimed for their connections alone go back, as old as they were. */
  void putBack(List<Taken<M>> taken) {
    cleanups.putBack(taken);
  }

  /** From now on nobody gets an instance. */
  void close() {
    books.close();
    books.lock.lock();
    try {
      line.wakeAll();
    } finally {
      books.lock.unlock();
    }
  }

  /** Waits until no instance is in use, at most as long as given; true if so. */
  boolean awaitIdle(Duration atMost) {
    return line.awaitIdle(books.usage, atMost.toNanos());
  }

  /** Claims every instance that is not in use, for removal. */
  List<Taken<M>> claimAll() {
    return cleanups.all();
  }

  /** Connections of the instances that are in use. */
  List<Lease> leasesInUse() {
    List<Lease> leases = new ArrayList<>();
    forEach(
        instance -> {
          Lease lease = instance.lease;
          if (instance.state() == State.BUSY && lease != null) {
            leases.add(lease);
          }
        });
    return leases;
  }

  /** Sessions whose state is in an instance. */
  Set<SessionCookie> owners() {
    Set<SessionCookie> owners = new HashSet<>();
    forEach(
        instance -> {
          if (instance.owner != null) {
            owners.add(instance.owner);
          }
        });
    return owners;
  }

  private void forEach(Consumer<ModuleInstance<M>> each) {
    books.lockAll();
    try {
      books.forEach(each);
    } finally {
      books.unlockAll();
    }
  }

  /** How the instances stand now. */
  PoolStatistics statistics() {
    return books.statistics();
  }
}
