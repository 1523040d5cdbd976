package cloakroom.module;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.InstanceTable.Claim;
import cloakroom.module.WaitQueue.Waiter;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Adapter of a pool for a simulation in which one thread runs all requests. The {@link
 * ApplicationModulePool} makes all decisions. Where its check-out would block the thread, this
 * class calls a callback later.
 */
public final class NonBlockingPool<M extends ApplicationModule> {
  private final ApplicationModulePool<M> pool;

  /** Instance assigned to a request. The caller completes the check-out with {@link #checkOut}. */
  public final class GrantedInstance {
    private final Claim<M> claim;

    private GrantedInstance(Claim<M> claim) {
      this.claim = claim;
    }

    public boolean needsConnection() {
      return claim.instance().lease == null;
    }

    public CheckOut<M> checkOut() {
      return pool.completeCheckOut(claim);
    }
  }

  public NonBlockingPool(ApplicationModulePool<M> pool) {
    this.pool = pool;
  }

  /**
   * Claims an instance for the session without blocking the thread.
   *
   * @return the instance; null if the request has to wait
   * @throws CheckOutException if no instance is available and the policy allows no wait
   */
  public GrantedInstance claimNow(SessionCookie cookie) {
    Claim<M> claim = pool.table.claimNow(cookie);
    return claim == null ? null : new GrantedInstance(claim);
  }

  /**
   * Adds the request to the wait queue.
   *
   * @param served callback that receives the instance; runs under the pool's lock, so it must not
   *     call the pool
   * @return action that ends the wait at the timeout; returns true if the request timed out and
   *     false if served
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
