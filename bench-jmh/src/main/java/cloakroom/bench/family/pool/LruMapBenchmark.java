package cloakroom.bench.family.pool;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * The least that any pool with an order of use has to do for a session: find its instance and make
 * it the most recently used, here by the JDK's own map under a lock. What this takes longer with
 * more sessions is the memory's part.
 */
public class LruMapBenchmark extends OneRequest {
  @Param("80")
  public int sessions;

  private final Map<Object, BarePool.Module> instances = new LinkedHashMap<>(16, 0.75f, true);
  private final ReentrantLock lock = new ReentrantLock();
  private Object[] keys;
  private int next;

  /** Every session has an instance. */
  @Setup(Level.Trial)
  public void fill() {
    Object[] made = new Object[sessions];
    for (int i = 0; i < sessions; i++) {
      made[i] = new Object();
      instances.put(made[i], new BarePool.Module());
    }
    keys = scrambled(sessions).stream().map(i -> made[i]).toArray();
  }

  @Benchmark
  public Object request() {
    if (next == keys.length) {
      next = 0;
    }
    lock.lock();
    try {
      return instances.get(keys[next++]);
    } finally {
      lock.unlock();
    }
  }
}
