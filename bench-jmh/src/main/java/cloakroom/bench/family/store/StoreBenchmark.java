package cloakroom.bench.family.store;

import cloakroom.bench.lab.StudyState;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A session's state written and read back, by ten connections at the most. Each thread has sessions
 * of its own.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar StoreBenchmark.exchange -p subject=RAW,PS_TXN
 * </pre>
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class StoreBenchmark extends StudyState {
  private static final int POOL = 10;

  @Param("PS_TXN")
  public StoreSubject subject;

  @Param("KB_1")
  public Payload payload;

  private StoreConnections connections;
  private SessionStore stored;

  /** Makes the store, and the first state of each session. */
  @Setup(Level.Trial)
  public void open() throws Exception {
    connections = new StoreConnections(database(), POOL);
    stored = subject.open(payload, connections);
  }

  @TearDown(Level.Trial)
  public void close() throws SQLException {
    stored.close();
    connections.close();
  }

  /** A thread's own sessions, again and again. */
  @State(Scope.Thread)
  public static class Own {
    private int step;
    private int next;

    @Setup(Level.Trial)
    public void choose(ThreadParams thread) {
      step = thread.getThreadCount();
      next = thread.getThreadIndex();
    }

    private int next() {
      int session = next;
      next = session + step < SessionStore.SESSIONS ? session + step : session % step;
      return session;
    }
  }

  @Benchmark
  public void exchange(Own own) throws Exception {
    stored.exchange(own.next(), false);
  }
}
