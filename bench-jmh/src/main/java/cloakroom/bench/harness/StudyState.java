package cloakroom.bench.harness;

import cloakroom.contract.TierOptions;
import cloakroom.database.Database;
import cloakroom.link.LinkCounts;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Base class of all study benchmarks, with the database and its traffic counts. A measurement
 * repeats the experiment for 600 ms, because a single short run depends on thread scheduling.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 1, time = 600, timeUnit = TimeUnit.MILLISECONDS)
public abstract class StudyState {
  static final String LINK = "link";

  /** Parameter of rows with added latency; without it, a row has the latency of the run. */
  public static final String RTT = "rtt";

  public enum NetworkPath {
    DIRECT,
    /**
     * Path through a relay that counts round trips, bytes, connects and parses. The relay slows
     * every round trip, so times measured with it are not valid.
     */
    COUNTED
  }

  @Param("DIRECT")
  public NetworkPath link;

  /** Round-trip time that a relay adds, for instance 200us. */
  @Param(TierOptions.DIRECT)
  public String rtt;

  private static CountedDatabase last; // of the previous benchmark, if all run in one process
  private Database database;
  private CountedDatabase counted;
  private LinkCounts before;
  private int openBefore;

  /** Database traffic of one run of the experiment; all counts are 0 without the counting relay. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class StudyCounts {
    public double roundTrips;
    public double bytesSent;
    public double bytesReceived;
    public double connects; // those open at the start and those opened during the run
    public double parses; // NaN if the relay cannot read the protocol
  }

  /**
   * Returns the database; the first call opens it. A benchmark's relay stays open until the next
   * benchmark opens its relay, because the benchmark's tear-down still uses the database.
   */
  protected final Database database() {
    if (database == null) {
      database = BenchDatabase.withLatency(rtt);
      if (link == NetworkPath.COUNTED) {
        counted = new CountedDatabase(database);
        database = counted;
        if (last != null) {
          last.close();
        }
        last = counted;
      }
    }
    return database;
  }

  protected final void startCounting() {
    if (counted != null) {
      openBefore = counted.open();
      before = counted.relay().total();
    }
  }

  protected final void stopCounting(StudyCounts counts) {
    if (counted != null) {
      LinkCounts all = counted.relay().total();
      LinkCounts since = all.since(before);
      counts.roundTrips = since.roundTrips();
      counts.bytesSent = since.bytesSent();
      counts.bytesReceived = since.bytesReceived();
      counts.connects = openBefore + since.connects();
      counts.parses = all.unread() > 0 ? Double.NaN : since.parses();
    }
  }
}
