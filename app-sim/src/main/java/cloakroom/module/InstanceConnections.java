package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSource;
import cloakroom.contract.Counter;

/**
 * The connections of a pool's instances: when one is borrowed, made ready for a session, cleaned
 * for the next one, and given back. For the thread that has the instance in hand.
 */
final class InstanceConnections<M extends ApplicationModule> {
  private final String pool;
  private final ReleasePolicy policy;
  private final ConnectionSource connections;
  private final Counts counts;

  InstanceConnections(
      String pool, ReleasePolicy policy, ConnectionSource connections, Counts counts) {
    this.pool = pool;
    this.policy = policy;
    this.connections = connections;
    this.counts = counts;
  }

  /** The instance has a connection afterwards that is prepared for this session. */
  void connect(ModuleInstance<M> instance, SessionCookie cookie) {
    boolean fresh = instance.lease == null;
    if (fresh) {
      borrow(instance);
    }
    instance.lease.label(pool, cookie.sessionId());
    if (fresh || instance.preparedFor != cookie) {
      instance.module.prepareSession(cookie);
      instance.preparedFor = cookie;
      counts.add(Counter.PREPARE_SESSIONS);
    }
  }

  /** Nobody should wait for a connection that stays with its instance between requests. */
  static void pinKept(ModuleInstance<?> instance) {
    if (instance.lease != null) {
      instance.lease.pin();
    }
  }

  /** The instance is in a request's hands: its connection will come to rest. */
  static void unpin(ModuleInstance<?> instance) {
    if (instance.lease != null) {
      instance.lease.unpin();
    }
  }

  /** The instance's module works on a connection of its own from now on. */
  void borrow(ModuleInstance<M> instance) {
    instance.lease = connections.borrow();
    instance.module.connect(instance.lease);
  }

  /**
   * Ends what the session left in the database. A connection that stays with the instance is
   * cleaned for the next session; one that goes back is cleaned there.
   */
  void cleanUp(ModuleInstance<M> instance) {
    if (instance.lease == null) {
      return;
    }
    try {
      if (keepsConnection(instance)) {
        instance.lease.clean();
      } else {
        instance.lease.rollback();
      }
    } catch (ConnectionException e) {
      instance.lease.markBroken();
    }
  }

  /** The connection goes back if the policy says so, and is closed if it is dead. */
  void releaseIfDue(ModuleInstance<M> instance) {
    if (!keepsConnection(instance)) {
      disconnect(instance);
    }
  }

  private boolean keepsConnection(ModuleInstance<M> instance) {
    return !policy.poolsConnections() && !instance.hasBrokenLease() && policy.poolsModules();
  }

  /** The connection goes back, whatever the policy says. */
  void disconnect(ModuleInstance<M> instance) {
    if (instance.lease == null) {
      return;
    }
    instance.module.disconnect();
    instance.lease.close();
    instance.lease = null;
    instance.preparedFor = null;
  }
}
