package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import cloakroom.contract.ErrorClass;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Many threads change the books at once, over a pool that waits for ever: a deadlock that nobody
 * finds hangs the test. Who waits keeps its lease, pinned or not, so nobody else can end it.
 */
final class LedgerTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int LIMIT = 3;
  private static final int STEPS = 5_000;

  private final Ledger ledger = new Ledger("coats", LIMIT);
  private final SmallPool pool = new SmallPool();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger served = new AtomicInteger();
  private final AtomicInteger sentAway = new AtomicInteger();

  @AfterEach
  void close() {
    threads.shutdownNow();
  }

  /** Has nothing but a limit, and lets an interrupt out as our pools do. */
  private final class SmallPool implements ConnectionSource {
    final Semaphore free = new Semaphore(LIMIT);

    @Override
    public Lease borrow() {
      try {
        free.acquire();
        return new PooledLease();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new ConnectionException(ErrorClass.OTHER, "interrupted", interrupted);
      }
    }

    @Override
    public SourceStatistics statistics() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  private final class PooledLease implements Lease {
    @Override
    public Connection jdbc() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void rollback() {}

    @Override
    public void markBroken() {}

    @Override
    public boolean isBroken() {
      return false;
    }

    @Override
    public void close() {
      ledger.unpin(this);
      pool.free.release();
    }
  }

  private void work(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int step = 0; step < STEPS; step++) {
      try (Lease lease = pool.borrow()) {
        if (random.nextInt(10) == 0) {
          LockSupport.parkNanos(1); // the others come meanwhile, however fast the machine is
        }
        boolean pins = random.nextBoolean();
        if (pins) {
          ledger.pin(lease);
        }
        writeSnapshot(pins && random.nextBoolean() ? null : lease);
        if (pins && random.nextBoolean()) {
          ledger.unpin(lease); // else its end does that
        }
      }
    }
  }

  /** A lease that stays pinned meanwhile may be its thread's, and not what it waits with. */
  private void writeSnapshot(Lease holder) {
    try {
      ledger.borrowFor(holder, pool).close();
      served.incrementAndGet();
    } catch (ConnectionException deadlock) {
      assertThat(deadlock.kind()).as(deadlock.getMessage()).isEqualTo(ErrorClass.POOL_EXHAUSTED);
      sentAway.incrementAndGet();
    }
    assertThat(Thread.currentThread().isInterrupted()).as("an interrupt survives").isFalse();
  }

  private void run(int workers) {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> running = new ArrayList<>();
    for (int number = 0; number < workers; number++) {
      int seed = number;
      running.add(
          threads.submit(
              () -> {
                start.await();
                work(seed);
                return null;
              }));
    }
    start.countDown();
    assertTimeoutPreemptively(
        BOUND,
        () -> {
          for (Future<?> worker : running) {
            worker.get();
          }
        });
    assertThat(served.get() + sentAway.get()).isEqualTo(workers * STEPS);
    assertThat(ledger.pinned()).isZero();
    assertThat(pool.free.availablePermits()).isEqualTo(LIMIT);
  }

  @Test
  void moreHoldersThanConnections_alwaysComeToAnEnd() {
    run(2 * LIMIT + 2);
    assertThat(sentAway).hasPositiveValue();
    assertThat(served).hasPositiveValue();
  }

  /** Those that are pinned and held at once raise suspicion without being two. */
  @Test
  void fewerHoldersThanConnections_areNeverSentAway() {
    run(LIMIT - 1);
    assertThat(sentAway).hasValue(0);
  }
}
