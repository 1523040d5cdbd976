package cloakroom.bench.study.s1;

import cloakroom.bench.harness.StudySets;
import cloakroom.bench.harness.StudyState;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.SchemaName;
import cloakroom.database.Database;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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
 * Study S1b: time to read 100,000 rows with fetch sizes from 1 to 10,000 rows per round trip. Study
 * S1i: client memory and processor time of reading these rows.
 *
 * <p>The client keeps all rows of one round trip in memory, so a larger fetch size needs more
 * memory. The bytes allocated during the whole read stay about the same.
 */
@Warmup(iterations = 0)
public class S1bFetchSize extends StudyState {
  private static final String FAR = "fetchSize=10,10000 rtt=200us";
  public static final StudySets FETCH_SIZE =
      StudySets.of("fetchSize=1,10,100,1000,10000,DEFAULT", FAR)
          .full("fetchSize=1,2,5,10,20,50,100,200,500,1000,2000,5000,10000,DEFAULT", FAR);
  public static final StudySets MEMORY =
      StudySets.of("fetchSize=10,1000,100000").full("fetchSize=1,10,100,1000,10000,100000");

  private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class ClientUsage {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final List<MemoryPoolMXBean> HEAP =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(part -> part.getType() == MemoryType.HEAP)
            .toList();

    public double allocatedBytes;
    public double peakHeapBytes; // includes garbage
    public double liveHeapBytes; // after a collection while the rows of one round trip are held
    public double processorMillis; // includes compilation and garbage collection
    private double bytes; // of all reads, as the nanoseconds below
    private double processorNanos;
    private int reads;

    /** Collects garbage, because objects of an earlier measurement would affect the next one. */
    @Setup(Level.Iteration)
    public void clean() {
      bytes = 0;
      processorNanos = 0;
      reads = 0;
      System.gc();
    }

    void begin() {
      HEAP.forEach(MemoryPoolMXBean::resetPeakUsage);
      processorNanos -= PROCESS.getProcessCpuTime();
      bytes -= THREADS.getCurrentThreadAllocatedBytes();
    }

    void end() {
      bytes += THREADS.getCurrentThreadAllocatedBytes();
      processorNanos += PROCESS.getProcessCpuTime();
      peakHeapBytes = HEAP.stream().mapToLong(part -> part.getPeakUsage().getUsed()).sum();
      reads++;
    }

    /** Divides by the reads: the clock of a process has steps of 10 ms, a third of a fast read. */
    @TearDown(Level.Iteration)
    public void divide(S1bFetchSize study) throws SQLException {
      allocatedBytes = bytes / reads;
      processorMillis = processorNanos / 1e6 / reads;
      liveHeapBytes = study.read.heldBytes();
    }
  }

  @Param({"1", "10", "100", "1000", "10000"})
  public String fetchSize; // DEFAULT: that of the driver

  private TableRead read;

  @Setup
  public void open() throws SQLException {
    boolean chosen = !fetchSize.equals("DEFAULT");
    read = TableRead.open(database(), chosen ? Integer.parseInt(fetchSize) : 0);
    if (chosen) {
      read.requireFetchSize();
    }
    long from = System.nanoTime();
    while (link == NetworkPath.DIRECT && System.nanoTime() - from < WARM_UP_NANOS) {
      read.read(TableRead.ROWS / 100);
      read.connection.rollback();
    }
  }

  @TearDown
  public void close() throws SQLException {
    read.close();
  }

  @Benchmark
  public int protocol(StudyCounts counts, ClientUsage usage) throws SQLException {
    startCounting();
    usage.begin();
    int rows = read.all();
    usage.end();
    stopCounting(counts);
    return rows;
  }

  static boolean isOracle(Connection connection) throws SQLException {
    return DatabaseKind.ORACLE.isOf(connection.getMetaData().getURL());
  }

  /**
   * Reader of the table fetch_test on a dedicated connection; fetch size 0 is the driver's default.
   *
   * <p>autoCommit is off, because pgjdbc otherwise ignores the fetch size. It would then fetch all
   * rows at once, without an error.
   */
  record TableRead(Connection connection, int fetchSize) implements AutoCloseable {
    private static final int ROWS = 100_000;

    /** Query that counts open PostgreSQL cursors; 0 if pgjdbc fetched all rows at once. */
    private static final String OPEN_PORTALS = "select count(*) from pg_cursors where name <> ''";

    static TableRead open(Database database, int fetchSize) throws SQLException {
      Connection connection = Subject.UNPOOLED.open(database, SubjectSettings.full(1)).borrow();
      connection.setAutoCommit(false);
      return new TableRead(connection, fetchSize);
    }

    int all() throws SQLException {
      Sums sums = read(Integer.MAX_VALUE);
      if (!sums.equals(new Sums(ROWS, ROWS * (ROWS + 1L) / 2, ROWS * 7L))) {
        throw new IllegalStateException(
            "fetch_test has %,d rows (sum of ids %,d, %,d characters): the study needs the ids 1 to %,d"
                .formatted(sums.count, sums.ids, sums.characters, ROWS));
      }
      return sums.count;
    }

    private record Sums(int count, long ids, long characters) {}

    private Sums read(int maximum) throws SQLException {
      try (PreparedStatement statement = prepare();
          ResultSet rows = statement.executeQuery()) {
        int count = 0;
        long ids = 0;
        long characters = 0;
        while (count < maximum && rows.next()) {
          count++;
          ids += rows.getInt(1);
          characters += rows.getString(2).length();
        }
        return new Sums(count, ids, characters);
      }
    }

    /** Returns the heap size in bytes of the rows that one round trip fetches. */
    long heldBytes() throws SQLException {
      long without = usedAfterCollection();
      try (PreparedStatement statement = prepare();
          ResultSet rows = statement.executeQuery()) {
        rows.next();
        return Math.max(0, usedAfterCollection() - without);
      } finally {
        connection.rollback();
      }
    }

    private static long usedAfterCollection() {
      System.gc();
      return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private PreparedStatement prepare() throws SQLException {
      String query =
          SchemaName.of(connection.getMetaData().getURL(), null)
              .in("select id, data from cloakroom.fetch_test");
      PreparedStatement statement =
          connection.prepareStatement(
              query, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
      statement.setFetchSize(fetchSize);
      return statement;
    }

    /**
     * Throws IllegalStateException if the driver fetched all rows at once. Oracle is not checked,
     * because its driver always applies a fetch size.
     */
    void requireFetchSize() throws SQLException {
      if (isOracle(connection)) {
        return;
      }
      try (PreparedStatement statement = prepare();
          ResultSet rows = statement.executeQuery()) {
        rows.next();
        if (Connections.query(connection, OPEN_PORTALS).equals("0")) {
          throw new IllegalStateException(
              "the fetch size of " + fetchSize + " had no effect: the driver fetched everything");
        }
      }
      connection.rollback();
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
