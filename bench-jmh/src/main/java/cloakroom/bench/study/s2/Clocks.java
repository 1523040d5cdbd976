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
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e6,
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
