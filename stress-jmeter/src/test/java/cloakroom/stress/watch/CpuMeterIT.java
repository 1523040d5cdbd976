package cloakroom.stress.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CpuMeterIT {
  private static final long OWN = ProcessHandle.current().pid();

  @Test
  void ownProcess_hasUsedAboutWhatTheJvmSays() {
    double jvm =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime()
            / 1e9;

    // children of the test's JVM count here and not there
    assertThat(CpuMeter.of(OWN).seconds()).isGreaterThan(jvm - 0.5);
  }

  @Test
  void childThatWasWaitedFor_counts() throws Exception {
    assumeThat(Path.of("/proc/self/stat")).exists();
    String busy = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
    Process parent =
        new ProcessBuilder("sh", "-c", "sh -c '" + busy + "'; echo reaped; read x").start();

    assertThat(parent.inputReader().readLine()).isEqualTo("reaped");
    assertThat(CpuMeter.of(parent.pid()).seconds()).isGreaterThanOrEqualTo(0.03);
    parent.outputWriter().close();
    assertThat(parent.waitFor()).isNotNegative();
  }

  @Test
  void processThatIsMeasuredElsewhere_isLeftOut() throws Exception {
    assumeThat(Path.of("/proc/self/stat")).exists();
    String busy = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo $$; read x";
    Process parent = new ProcessBuilder("sh", "-c", "sh -c '" + busy + "'; :").start();

    long child = Long.parseLong(parent.inputReader().readLine());
    assertThat(CpuMeter.of(parent.pid()).seconds()).isGreaterThanOrEqualTo(0.03);
    assertThat(CpuMeter.without(child, parent.pid()).seconds()).isLessThan(0.03);
    parent.outputWriter().close();
    assertThat(parent.waitFor()).isNotNegative();
  }

  @Test
  void unknownProcess_isUnknown() {
    assertThat(CpuMeter.of(Integer.MAX_VALUE).seconds()).isNaN();
    assertThat(CpuMeter.elsewhere().seconds()).isNaN();
  }

  @Test
  void meter_keepsItsLastReadingAfterTheEnd() throws Exception {
    Process child = new ProcessBuilder("sh", "-c", "read x").start();
    CpuMeter meter = CpuMeter.of(child.pid());
    double alive = meter.seconds();
    child.outputWriter().close();
    child.waitFor();

    assertThat(meter.seconds()).isEqualTo(alive);
  }
}
