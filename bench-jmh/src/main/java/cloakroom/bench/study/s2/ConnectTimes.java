package cloakroom.bench.study.s2;

import cloakroom.bench.machine.OracleAccount;
import cloakroom.bench.machine.ProcessTimes;
import cloakroom.database.Database;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Where the time went, in milliseconds over all connects of all streams. Server time is NaN when
 * the server's processes cannot be seen, and waiting then holds it too.
 */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class ConnectTimes {
  /** Connects made. */
  public double served;

  /** Processor time of this process: the driver's, the virtual machine's, added client work. */
  public double clientCpuMs;

  /** The same for each connect; in the published runs 26 ms, however many streams. */
  public double clientMsEach;

  /** How many processors it kept busy, as user and sys over real; published 0.4 to 1.8. */
  public double clientProcessors;

  /** How many of them it may use. */
  public double processorsOfClient;

  /** Processor time of the server's processes, ended ones included, and of PgBouncer. */
  public double serverCpuMs;

  /** The part of {@link #serverCpuMs} that was PgBouncer's. */
  public double bouncerCpuMs;

  /** Time of the streams in which neither side worked for them: queueing, locks, wake-ups. */
  public double waitMs;

  /** Oracle's time for connects as a share of its DB time, in percent; NaN elsewhere. */
  public double connectTimePercent;

  /** Log-ons that Oracle saw; NaN elsewhere, or when its user may not look. */
  public double logons;

  /** Sessions that were asked of Oracle's resident pool; NaN where it does not tell. */
  public double poolRequests;

  /** Those of them for which the pool had a session of their class at hand. */
  public double poolHits;

  /** Those of them that waited for a server to get free. */
  public double poolWaits;

  /** How much of all processors the two sides had, in percent. */
  public double busyPercent;

  /** Fills in what came to the clocks while the streams worked, on so many processors. */
  void fill(Clocks before, Clocks after, double wallMillis, int streams, int processors) {
    clientCpuMs = after.client() - before.client();
    clientMsEach = clientCpuMs / served;
    clientProcessors = clientCpuMs / wallMillis;
    processorsOfClient = Runtime.getRuntime().availableProcessors();
    serverCpuMs = after.server() - before.server();
    bouncerCpuMs = after.bouncer() - before.bouncer();
    connectTimePercent = after.since(before, OracleAccount::connectPercentSince);
    logons = after.since(before, OracleAccount::logonsSince);
    poolRequests = after.since(before, (a, b) -> a.since(b, "pool_requests"));
    poolHits = after.since(before, (a, b) -> a.since(b, "pool_hits"));
    poolWaits = after.since(before, (a, b) -> a.since(b, "pool_waits"));
    double seenServer = Double.isNaN(serverCpuMs) ? 0 : serverCpuMs;
    waitMs = streams * wallMillis - clientCpuMs - seenServer;
    busyPercent = 100 * (clientCpuMs + seenServer) / (wallMillis * processors);
  }

  /**
   * Processor time of everybody who takes part, in milliseconds, as it stands at one moment.
   *
   * @param client of this process
   * @param server of the server's processes and of PgBouncer; NaN if they cannot be seen
   * @param bouncer of PgBouncer alone
   * @param oracle Oracle's own account, if it is one
   */
  record Clocks(double client, double server, double bouncer, Optional<OracleAccount> oracle) {
    /**
     * Reads them.
     *
     * @param server the process whose children serve, if it can be seen
     * @param bouncers processes between client and server
     */
    static Clocks read(Database database, OptionalLong server, LongStream bouncers) {
      double between = bouncers.mapToDouble(ProcessTimes::millis).sum();
      Optional<OracleAccount> oracle = OracleAccount.read(database);
      double behind =
          server.isPresent()
              ? ProcessTimes.millis(server.getAsLong())
              : oracle.map(OracleAccount::cpuMillis).orElse(Double.NaN);
      return new Clocks(
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
              / 1e6,
          behind + between,
          between,
          oracle);
    }

    /** What came to an Oracle's account since an earlier reading; NaN elsewhere. */
    double since(Clocks earlier, ToDoubleBiFunction<OracleAccount, OracleAccount> figure) {
      return oracle.isPresent() && earlier.oracle.isPresent()
          ? figure.applyAsDouble(oracle.get(), earlier.oracle.get())
          : Double.NaN;
    }
  }
}
