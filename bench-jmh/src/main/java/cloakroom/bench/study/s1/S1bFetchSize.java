package cloakroom.bench.study.s1;

import cloakroom.bench.harness.StudySets;
import cloakroom.bench.harness.StudyState;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * S1b: how long do 100,000 rows take when 1, 10, 100, 1,000 or 10,000 of them come with each round
 * trip? S1i: and what does that cost in client memory and processor time?
 *
 * <p>Notice the knee of the curve, the smallest size that saves 95 % of what the best one saves:
 * the first steps save a round trip for every row, the last ones save almost nothing. One row at a
 * time is dearer here in proportion than it was published, because since then a row has become
 * cheaper by more than a round trip has. There is no steady state apart from the protocol: the
 * reads before the clock runs make it one.
 *
 * <p>Notice also that all rows together allocate about the same at any size, only less of it is
 * overhead at a larger one; but the rows of one round trip are in memory at the same time, and they
 * go on growing with the size when the time no longer falls.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1bFetchSize</pre>
 */
@Warmup(iterations = 0)
public class S1bFetchSize extends StudyState {
  /** Sets of S1b. */
  public static final StudySets FETCH_SIZE =
      StudySets.of("fetchSize=1,10,100,1000,10000")
          .full("fetchSize=1,2,5,10,20,50,100,200,500,1000,2000,5000,10000");

  /** Sets of S1i. */
  public static final StudySets MEMORY =
      StudySets.of("fetchSize=10,1000,100000").full("fetchSize=1,10,100,1000,10000,100000");

  /** Reads of the first rows go on before the clock runs until this is over. */
  private static final long WARM_UP = TimeUnit.MILLISECONDS.toNanos(500);

  /** What the client needed for all rows. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Needed {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final List<MemoryPoolMXBean> HEAP =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(part -> part.getType() == MemoryType.HEAP)
            .toList();

    /** Bytes that the reading thread allocated. */
    public double allocatedBytes;

    /** Most bytes of the heap that were in use, what nobody has collected yet included. */
    public double peakHeapBytes;

    /** Bytes that a collection leaves while the rows of one round trip are held. */
    public double liveHeapBytes;

    /** Processor time of the process, collecting included. */
    public double processorMillis;

    /** The heap of every size begins alike. */
    @Setup(Level.Iteration)
    public void clean() {
      System.gc();
    }

    void begin() {
      HEAP.forEach(MemoryPoolMXBean::resetPeakUsage);
      processorMillis = -PROCESS.getProcessCpuTime() / 1e6;
      allocatedBytes = -THREADS.getCurrentThreadAllocatedBytes();
    }

    void end() {
      allocatedBytes += THREADS.getCurrentThreadAllocatedBytes();
      processorMillis += PROCESS.getProcessCpuTime() / 1e6;
      peakHeapBytes = HEAP.stream().mapToLong(part -> part.getPeakUsage().getUsed()).sum();
    }

    /** Collects when the clock no longer runs. */
    @TearDown(Level.Iteration)
    public void hold(S1bFetchSize study) throws SQLException {
      liveHeapBytes = study.read.heldBytes();
    }
  }

  /** Rows for each round trip. */
  @Param({"1", "10", "100", "1000", "10000"})
  public int fetchSize;

  private TableRead read;

  /** Connects, proves that the size has an effect, and reads until that is nothing new. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    read = TableRead.open(database(), fetchSize);
    shareProcessor();
    read.requireFetchSize();
    long from = System.nanoTime();
    while (link == NetworkPath.DIRECT && System.nanoTime() - from < WARM_UP) {
      read.first();
    }
  }

  @TearDown(Level.Trial)
  public void close() throws SQLException {
    read.close();
  }

  /** The published loop: all rows, once. */
  @Benchmark
  public int protocol(StudyCounts counts, Needed needed) throws SQLException {
    startCounting();
    needed.begin();
    int rows = read.all();
    needed.end();
    stopCounting(counts);
    return rows;
  }
}
