package cloakroom.module;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.InstanceTable.Claim;
import cloakroom.module.WaitQueue.Waiter;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A pool whose waits are its caller's: for a simulation, in which one thread plays all requests.
 * Every decision and all of the work are {@link ApplicationModulePool}'s own; only where it would
 * block, the caller is told so and is called back.
 */
public final class NonBlockingPool<M extends ApplicationModule> {
  private final ApplicationModulePool<M> pool;

  /** An instance that a request was given, and that has to be made ready for it. */
  public final class GrantedInstance {
    private final Claim<M> claim;

    private GrantedInstance(Claim<M> claim) {
      this.claim = claim;
    }

    /** Whether a connection has to be borrowed for it. */
    public boolean needsConnection() {
      return claim.instance().lease == null;
    }

    /** Makes it ready at once, as {@link ApplicationModulePool#checkOut} does after its wait. */
    public CheckOut<M> ready() {
      return pool.ready(claim);
    }
  }

  /** Steps through that pool, whose clock should be the caller's, too. */
  public NonBlockingPool(ApplicationModulePool<M> pool) {
    this.pool = pool;
  }

  /**
   * The instance that the session gets now; null if its request has to wait.
   *
   * @throws CheckOutException if it has to wait and the policy allows no wait
   */
  public GrantedInstance claimNow(SessionCookie cookie) {
    Claim<M> claim = pool.table.claimNow(cookie);
    return claim == null ? null : new GrantedInstance(claim);
  }

  /**
   * The request takes its place in line.
   *
   * @param served is told the instance; it must not come back to the pool before it has returned
   * @return ends the wait when its time is over: true if it was in vain, false if it was served
   */
  public BooleanSupplier enterLine(SessionCookie cookie, Consumer<GrantedInstance> served) {
    Waiter<Claim<M>> waiter = pool.table.enterLine(cookie);
    var unused = waiter.answer.thenAccept(claim -> served.accept(new GrantedInstance(claim)));
    return () -> waitedInVain(waiter);
  }

  private boolean waitedInVain(Waiter<Claim<M>> waiter) {
    if (waiter.answer.isDone()) {
      return false;
    }
    try {
      pool.table.leaveLine(waiter);
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
