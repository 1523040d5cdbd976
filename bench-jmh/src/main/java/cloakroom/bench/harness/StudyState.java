package cloakroom.bench.harness;

import cloakroom.bench.machine.Pinning;
import cloakroom.bench.subject.Connections;
import cloakroom.database.Database;
import cloakroom.link.LinkCounts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
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
 * What every study's benchmark stands on: its database, what is counted on the way to it, and how a
 * protocol is timed where its class says nothing else: again and again until some time is over, at
 * least once, so that a protocol of milliseconds does not stand for one mood of the machine.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 1, time = 600, timeUnit = TimeUnit.MILLISECONDS)
public abstract class StudyState {
  static final String LINK = "link";

  private static final String SESSIONS =
      "select coalesce(string_agg(pid::text, ','), '') from pg_stat_activity"
          + " where backend_type = 'client backend' and pid <> pg_backend_pid()";

  /** What lies between a benchmark and its database. */
  public enum NetworkPath {
    /** nothing: times are taken this way */
    DIRECT,
    /** a relay that counts round trips, bytes, connects and parses; times mean nothing here */
    COUNTED
  }

  /**
   * How the database is reached; the runner asks for {@link NetworkPath#COUNTED} in a run of its
   * own.
   */
  @Param("DIRECT")
  public NetworkPath link;

  /** What the benchmark before counted, where all run in one process. */
  private static CountedDatabase last;

  private CountedDatabase counted;
  private LinkCounts before;
  private int openBefore;

  /** What one run of a protocol asked of the database; all zero when nothing counts. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class StudyCounts {
    /** Requests that were answered. */
    public double roundTrips;

    /** Bytes to the database. */
    public double bytesSent;

    /** Bytes from the database. */
    public double bytesReceived;

    /** Connections that it used: those open at its start and those made meanwhile. */
    public double connects;

    /** Statements that the database was asked to parse; NaN if that cannot be seen. */
    public double parses;
  }

  /**
   * The database that this benchmark works on; with {@link NetworkPath#COUNTED} what goes there by
   * its URL is counted. The relay ends when the next one is opened: JMH orders tear-downs by the
   * names of their classes, and a tear-down may still need the database.
   */
  protected final Database database() {
    if (link == NetworkPath.DIRECT) {
      return BenchDatabase.named();
    }
    if (counted == null) {
      counted = new CountedDatabase(BenchDatabase.named());
      if (last != null) {
        last.close();
      }
      last = counted;
    }
    return counted;
  }

  /**
   * Keeps the caller, who asks and waits, and the processes of its sessions to one processor, where
   * the server is our own and the system allows it; without it one round takes 20 us for a round
   * trip on loopback and the next 70. What is only counted needs none.
   */
  protected final void shareProcessor() throws SQLException {
    if (link == NetworkPath.DIRECT && BenchDatabase.isEmbedded()) {
      try (Connection asker = BenchDatabase.withoutLatency().connect()) {
        Pinning.together(List.of(Connections.ask(asker, SESSIONS).split(",")));
      }
    }
  }

  protected final void startCounting() {
    if (counted != null) {
      openBefore = counted.open();
      before = counted.total();
    }
  }

  /** Fills in what was counted since {@link #startCounting}. */
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
