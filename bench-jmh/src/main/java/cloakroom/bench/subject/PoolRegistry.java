package cloakroom.bench.subject;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One pool for each connection string in a process, as a driver with pooling built in keeps them.
 * When two strings mean the same is the {@link PoolKey}'s business; the first of them opens the
 * pool.
 */
public final class PoolRegistry implements AutoCloseable {

  /** Opens a pool for a connection string. */
  @FunctionalInterface
  public interface Opener {
    /** The pool; the caller closes it. */
    Connections open(String connectionString) throws SQLException;
  }

  private final PoolKey key;
  private final Opener opener;
  private final Map<String, Connections> pools = new LinkedHashMap<>();

  /** An empty registry. */
  public PoolRegistry(PoolKey key, Opener opener) {
    this.key = key;
    this.opener = opener;
  }

  /** A connection from the string's pool, which is opened when it is not there yet. */
  public synchronized Connection take(String connectionString) throws SQLException {
    String name = key.of(connectionString);
    Connections pool = pools.get(name);
    if (pool == null) {
      pool = opener.open(connectionString);
      pools.put(name, pool);
    }
    return pool.take();
  }

  /** Pools opened. */
  public synchronized int size() {
    return pools.size();
  }

  @Override
  public synchronized void close() {
    pools.values().forEach(Connections::close);
    pools.clear();
  }
}
