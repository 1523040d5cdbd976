package cloakroom.module;

/**
 * A module in the hands of one request. The request works on it from one thread and gives it back
 * exactly once.
 */
public final class CheckOut<M extends ApplicationModule> {
  private final ApplicationModulePool<M> pool;
  private final ModuleInstance<M> instance;
  private final SessionCookie cookie;
  private boolean over;

  CheckOut(ApplicationModulePool<M> pool, ModuleInstance<M> instance, SessionCookie cookie) {
    this.pool = pool;
    this.instance = instance;
    this.cookie = cookie;
  }

  /** The module, with the session's state in it. */
  public M module() {
    return instance.module;
  }

  /** States that the request changes what the session would have to remember. */
  public void touch() {
    cookie.version++;
  }

  /**
   * States that the user's transaction was committed or rolled back, which changes the session's
   * state: a snapshot of what was pending is of no use any more and goes.
   */
  public void transactionEnded() {
    touch();
    pool.transactionEnded(instance, cookie);
  }

  /** States that the connection is dead: it is closed at check-in instead of being used again. */
  public void connectionLost() {
    instance.lease.markBroken();
  }

  /** Whether the connection is known to be dead; nobody is asked. */
  public boolean isConnectionLost() {
    return instance.hasBrokenLease();
  }

  /**
   * Gives the module back at the policy's release level.
   *
   * @throws CheckOutException if the state could not be put away as the policy promises; the
   *     session still has it in memory
   */
  public void checkIn() {
    checkIn(pool.policy().releaseLevel());
  }

  /** As {@link #checkIn()}, at another level for this once. */
  public void checkIn(ReleaseLevel level) {
    if (over) {
      throw new IllegalStateException("checked in already");
    }
    over = true;
    pool.checkIn(instance, cookie, level);
  }
}
