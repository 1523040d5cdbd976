package cloakroom.bench.suite;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.SessionCookie;
import cloakroom.module.TierCounters;
import cloakroom.passivation.MemoryStore;
import cloakroom.policy.Preset;
import cloakroom.simulation.EmptyModule;
import cloakroom.state.SnapshotCodecs;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Benchmark of a check-out and check-in of the module pool, next to HikariCP's borrow and return,
 * which take no round trip. The modules are empty. Each thread has its own sessions, in scrambled
 * order. With fewer instances than sessions, a session takes the instance of another one.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar PoolBenchmark -t 8
 * java -jar bench-jmh/target/benchmarks.jar PoolBenchmark.modulePool -p sessions=100000
 *     -p instances=100000</pre>
 */
public class PoolBenchmark extends SuiteBenchmark {
  @State(Scope.Benchmark)
  public static class ModulePool {
    private static final double MIN_SHARE = 0.9; // of the check-outs under test

    @Param("80")
    public int sessions;

    @Param({"80", "40"})
    public int instances;

    private final TierCounters counters = new TierCounters();
    private final List<SessionCookie> cookies = new ArrayList<>();
    private ApplicationModulePool<EmptyModule> pool;

    @Setup
    public void open(BenchmarkParams params) {
      int maximum = instances + params.getThreads();
      pool =
          new ApplicationModulePool<>(
              EmptyModule.NAME,
              Preset.STICKY
                  .policy()
                  .with(
                      Map.of(
                          "jbo.recyclethreshold", Integer.toString(instances),
                          "jbo.ampool.maxpoolsize", Integer.toString(maximum))),
              EmptyModule::new,
              new NoConnection(),
              new MemoryStore(),
              SnapshotCodecs.BINARY,
              counters,
              System::nanoTime);
      for (int session = 0; session < sessions; session++) {
        cookies.add(new SessionCookie("session-" + session));
      }
      Collections.shuffle(cookies, new Random(SEED));
      for (SessionCookie cookie : cookies) {
        CheckOut<EmptyModule> first = pool.checkOut(cookie);
        first.touch();
        first.checkIn();
      }
    }

    /** Rejects a result of other check-outs than those under test. */
    @TearDown
    public void close() {
      Counter tested = instances < sessions ? Counter.RECYCLES : Counter.AFFINITY_HITS;
      double share = (double) counters.get(tested) / counters.get(Counter.CHECKOUTS);
      pool.close();
      if (share < MIN_SHARE) {
        throw new IllegalStateException(
            "only %.0f %% of the check-outs are %s".formatted(100 * share, tested));
      }
    }
  }

  @State(Scope.Thread)
  public static class Sessions {
    private int next;

    @Setup
    public void choose(ThreadParams thread) {
      next = thread.getThreadIndex();
    }
  }

  @Benchmark
  public Object modulePool(ModulePool modules, Sessions own, ThreadParams thread) {
    int step = thread.getThreadCount();
    CheckOut<EmptyModule> out = modules.pool.checkOut(modules.cookies.get(own.next));
    own.next = own.next + step < modules.sessions ? own.next + step : own.next % step;
    Object module = out.module();
    out.checkIn();
    return module;
  }

  @State(Scope.Benchmark)
  public static class Hikari {
    private Connections pool;

    @Setup
    public void open(BenchmarkParams params) throws SQLException {
      SubjectSettings settings = SubjectSettings.full(params.getThreads()).withValidation(false);
      pool = Subject.HIKARI.open(BenchDatabase.fromEnvironment(), settings);
    }

    @TearDown
    public void close() {
      pool.close();
    }
  }

  @Benchmark
  public Object hikari(Hikari hikari) throws SQLException {
    Connection connection = hikari.pool.borrow();
    connection.close();
    return connection;
  }

  /** Connection source that lends itself, without a database. */
  private static final class NoConnection implements ConnectionSource, Lease {
    @Override
    public Lease borrow() {
      return this;
    }

    @Override
    public Connection jdbc() {
      throw new UnsupportedOperationException("no database");
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
    public void close() {}
  }
}
