package cloakroom.module;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One daemon for all pools that wakes each of them for its cleanup pass (AMITB). */
public final class PoolMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PoolMonitor.class);

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "pool-monitor");
            thread.setDaemon(true);
            return thread;
          });

  /** Cleans the pool up each time its sleep interval has passed. */
  public void watch(ApplicationModulePool<?> pool) {
    long millis = pool.policy().monitorSleepInterval().toMillis();
    var unused =
        timer.scheduleWithFixedDelay(() -> pass(pool), millis, millis, TimeUnit.MILLISECONDS);
  }

  private static void pass(ApplicationModulePool<?> pool) {
    try {
      pool.cleanUp();
    } catch (RuntimeException e) {
      LOG.warn("{}: cleanup pass failed: {}", pool.name(), e.getMessage());
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
