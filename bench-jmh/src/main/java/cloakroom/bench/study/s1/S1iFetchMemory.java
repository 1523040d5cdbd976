package cloakroom.bench.study.s1;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * S1i: what does a large fetch size cost in client memory?
 *
 * <p>Notice two figures. All rows together allocate about the same at any size, only less of it is
 * overhead at a larger one ({@code allocatedBytes} of the protocol). But the rows of one round trip
 * are in memory at the same time, and they grow with the size (the operation, which reads one row
 * set; run it with {@code -prof gc} and read {@code gc.alloc.rate.norm}), while the time no longer
 * falls.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1iFetchMemory -prof gc</pre>
 */
public class S1iFetchMemory extends FetchStudy {
  /** What the reading thread allocated. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Memory {
    /** Bytes for all rows. */
    public double allocatedBytes;
  }

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** All rows, once. */
  @Benchmark
  @Warmup(iterations = 3)
  @Measurement(iterations = 1)
  public int protocol(Counts counts, Memory memory) throws SQLException {
    startCounting();
    long before = threads.getCurrentThreadAllocatedBytes();
    int rows = read.all();
    memory.allocatedBytes = threads.getCurrentThreadAllocatedBytes() - before;
    stopCounting(counts);
    return rows;
  }

  /** One row set in the steady state. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  @Warmup(iterations = 1, time = 1)
  @Measurement(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
  public long operation() throws SQLException {
    return read.firstRowSet();
  }
}
