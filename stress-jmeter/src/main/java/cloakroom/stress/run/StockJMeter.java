package cloakroom.stress.run;

import cloakroom.contract.Variables;
import cloakroom.stress.process.CutShort;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.watch.CpuMeter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** JMeter's own command line, run to its end. */
record StockJMeter(List<String> command, Path log, StopSignal stop) {
  private static final long LOOK_MS = 100;

  /**
   * Runs it.
   *
   * @return CPU seconds of its process, up to a tenth of a second before its end
   */
  double run() throws IOException {
    Process process =
        Variables.withoutPassword(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    CpuMeter cpu = CpuMeter.of(process.pid());
    try {
      while (!process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
        var unused = cpu.seconds();
        stop.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CutShort("interrupted");
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new StressFailure(StressFailure.INVALID, "JMeter's command line failed; see " + log);
    }
    return cpu.seconds().orElse(Double.NaN);
  }
}
