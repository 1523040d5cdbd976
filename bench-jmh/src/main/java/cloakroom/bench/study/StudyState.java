package cloakroom.bench.study;

import cloakroom.bench.BenchDatabase;
import cloakroom.database.Database;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What every study's benchmark stands on: its database, and what is counted on the way to it. */
@State(Scope.Benchmark)
public abstract class StudyState {

  /** How the database is reached; the runner asks for {@link Link#COUNTED} in a run of its own. */
  @Param("DIRECT")
  public Link link;

  /** What one run of a protocol asked of the database; all zero when nothing counts. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Counts {
    /** Requests that waited for an answer. */
    public double roundTrips;

    /** Bytes to the database. */
    public double bytesSent;

    /** Bytes from the database. */
    public double bytesReceived;

    /** Connections made. */
    public double connects;

    /** Statements that the database was asked to parse. */
    public double parses;
  }

  /** The database that this benchmark works on. */
  protected final Database database() {
    return BenchDatabase.named();
  }

  /** Begins to count. */
  protected final void startCounting() {
    // nothing counts on a direct link
  }

  /** Fills in what was counted since {@link #startCounting}. */
  protected final void stopCounting(Counts counts) {
    counts.roundTrips = 0;
  }
}
