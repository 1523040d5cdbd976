package cloakroom.module;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.InstanceTable.Claim;
import cloakroom.module.WaitQueue.Waiter;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Pool for a simulation, in which one thread runs all requests. {@link ApplicationModulePool} makes
 * the decisions and does the work. Where it would block, this class registers a callback.
 */
public final class NonBlockingPool<M extends ApplicationModule> {
  private final ApplicationModulePool<M> pool;

  /** Instance that a request got, before its check-out is complete. */
  public final class GrantedInstance {
    private final Claim<M> claim;

    private GrantedInstance(Claim<M> claim) {
      this.claim = claim;
    }

    public boolean needsConnection() {
      return claim.instance().lease == null;
    }

    /** Completes the check-out as {@link ApplicationModulePool#checkOut} does after its wait. */
    public CheckOut<M> checkOut() {
      return pool.completeCheckOut(claim);
    }
  }

  /** Wraps a pool, whose clock should be the simulated one. */
  public NonBlockingPool(ApplicationModulePool<M> pool) {
    this.pool = pool;
  }

  /**
   * Returns the instance that the session gets now; null if its request has to wait.
   *
   * @throws CheckOutException if it has to wait and the policy allows no wait
   */
  public GrantedInstance claimNow(SessionCookie cookie) {
    Claim<M> claim = pool.table.claimNow(cookie);
    return claim == null ? null : new GrantedInstance(claim);
  }

  /**
   * Adds the request to the queue.
   *
   * @param served receives the instance; must not call the pool before it returns
   * @return ends the wait and returns whether it timed out; false if the request was served
   */
  public BooleanSupplier enqueue(SessionCookie cookie, Consumer<GrantedInstance> served) {
    Waiter<Claim<M>> waiter = pool.table.enqueue(cookie);
    var unused = waiter.result.thenAccept(claim -> served.accept(new GrantedInstance(claim)));
    return () -> !waiter.result.isDone() && timesOut(waiter);
  }

  private boolean timesOut(Waiter<Claim<M>> waiter) {
    try {
      pool.table.stopWaiting(waiter);
      return false;
    } catch (CheckOutException e) {
      return true;
    }
  }

  public void cleanUp() {
    pool.cleanUp();
  }

  public Map<Counter, Long> statistics() {
    return pool.statistics();
  }
}
