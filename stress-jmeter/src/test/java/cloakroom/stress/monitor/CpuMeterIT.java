package cloakroom.stress.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CpuMeterIT {
  private static final String BUSY = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";

  /** The kernel rounds each time down to hundredths of a second. */
  private static final double TICKS = 0.03;

  /** The shell reports the CPU time of its children as "0m0.27s 0m0.01s". */
  @Test
  void childThatWasWaitedFor_counts() throws Exception {
    assumeThat(Path.of("/proc/self/stat")).exists();
    Process parent = new ProcessBuilder("sh", "-c", "sh -c '" + BUSY + "'; times; read x").start();

    BufferedReader lines = parent.inputReader();
    assertThat(lines.readLine()).isNotNull();
    Matcher children = Pattern.compile("0m([\\d.]+)s 0m([\\d.]+)s").matcher(lines.readLine());
    assertThat(children.matches()).isTrue();
    assertThat(CpuMeter.of(parent.pid()).seconds())
        .isGreaterThan(
            Double.parseDouble(children.group(1)) + Double.parseDouble(children.group(2)) - TICKS);
    parent.outputWriter().close();
    assertThat(parent.waitFor()).isNotNegative();
  }

  @Test
  void processThatIsMeasuredElsewhere_isLeftOut() throws Exception {
    assumeThat(Path.of("/proc/self/stat")).exists();
    Process parent =
        new ProcessBuilder("sh", "-c", "sh -c '" + BUSY + "; echo $$; read x'; :").start();

    long child = Long.parseLong(parent.inputReader().readLine());
    double own = CpuMeter.of(child).seconds();
    double rest = CpuMeter.without(child, parent.pid()).seconds();
    assertThat(CpuMeter.of(parent.pid()).seconds()).isGreaterThan(own + rest - TICKS);
    parent.outputWriter().close();
    assertThat(parent.waitFor()).isNotNegative();
  }

  @Test
  void meter_keepsItsLastReadingAfterTheEnd_andUnknownProcessIsUnknown() throws Exception {
    assertThat(CpuMeter.of(Integer.MAX_VALUE).seconds()).isNaN();
    assertThat(CpuMeter.remote().seconds()).isNaN();
    Process child = new ProcessBuilder("sh", "-c", "read x").start();
    CpuMeter meter = CpuMeter.of(child.pid());
    double alive = meter.seconds();
    child.outputWriter().close();
    child.waitFor();

    assertThat(meter.seconds()).isEqualTo(alive);
  }
}
