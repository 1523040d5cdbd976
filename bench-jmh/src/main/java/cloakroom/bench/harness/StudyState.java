package cloakroom.bench.harness;

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
 * Base of all study benchmarks: the database and the counts of its traffic. Unless a subclass has
 * other annotations, JMH repeats the protocol for some time and at least once, because a single run
 * of a few milliseconds depends on the scheduler.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 1, time = 600, timeUnit = TimeUnit.MILLISECONDS)
public abstract class StudyState {
  static final String LINK = "link";

  public enum NetworkPath {
    /** No relay: all times are measured this way. */
    DIRECT,
    /** Through a relay that counts round trips, bytes, connects and parses; its times are void. */
    COUNTED
  }

  /** The harness sets {@link NetworkPath#COUNTED} in a separate run. */
  @Param("DIRECT")
  public NetworkPath link;

  /** Relay of the previous benchmark, if all run in one process. */
  private static CountedDatabase last;

  private Database database;
  private CountedDatabase counted;
  private LinkCounts before;
  private int openBefore;

  /** Traffic of one run of a protocol; all zero if it does not pass the relay. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class StudyCounts {
    public double roundTrips;
    public double bytesSent;
    public double bytesReceived;

    /** Connections used: those open at the start and those opened during the run. */
    public double connects;

    /** Statements that the database had to parse; NaN if the relay cannot read the protocol. */
    public double parses;
  }

  /**
   * Returns the database, which is opened by the first call. The counting relay of a benchmark ends
   * when that of the next one is opened: JMH orders tear-downs by the names of their classes, and a
   * tear-down may still need the database.
   */
  protected final Database database() {
    if (database == null) {
      database = BenchDatabase.fromEnvironment();
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
      before = counted.total();
    }
  }

  /** Fills in the traffic since {@link #startCounting}. */
  protected final void stopCounting(StudyCounts counts) {
    if (counted != null) {
      LinkCounts all = counted.total();
      LinkCounts since = all.since(before);
      counts.roundTrips = since.roundTrips();
      counts.bytesSent = since.bytesSent();
      counts.bytesReceived = since.bytesReceived();
      counts.connects = openBefore + since.connects();
      counts.parses = all.unread() > 0 ? Double.NaN : since.parses();
    }
  }
}
