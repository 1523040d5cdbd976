package cloakroom.connection;

import oracle.ucp.jdbc.PoolDataSource;
import oracle.ucp.jdbc.PoolDataSourceFactory;

/**
 * The one place where our programs get a UCP. Told nothing else, UCP stops all its pools when the
 * virtual machine begins to end, beside whatever still writes through them; ours are closed by who
 * opened them, when he is done. UCP reads that setting once, as its first pool is made.
 */
public final class Ucp {
  static {
    System.setProperty(PoolDataSource.SYSTEM_PROPERTY_ENABLE_SHUTDOWN_HOOK, "false");
  }

  private Ucp() {}

  /** A pool that nobody closes but its owner. */
  public static PoolDataSource newPool() {
    return PoolDataSourceFactory.getPoolDataSource();
  }
}
