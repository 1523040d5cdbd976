package cloakroom.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Processor time of others, from /proc. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs /proc")
final class ProcessTimesIT {
  private static final String WORK = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; ";

  private static double used(String script) throws IOException {
    Process shell = new ProcessBuilder("sh", "-c", script).start();
    try {
      int ready = shell.getInputStream().read();
      assertThat(ready).isEqualTo('r');
      return ProcessTimes.millis(shell.pid());
    } finally {
      shell.destroy();
    }
  }

  @Test
  void ownWork_counts() throws IOException {
    assertThat(used(WORK + "echo ready; exec sleep 60")).isGreaterThanOrEqualTo(10);
  }

  @Test
  void workOfAChildThatHasEnded_counts() throws IOException {
    assertThat(used("(" + WORK + "); echo ready; exec sleep 60")).isGreaterThanOrEqualTo(10);
  }

  @Test
  void processThatIsNotThere_hasNoTime() {
    assertThat(ProcessTimes.millis(Integer.MAX_VALUE)).isNaN();
  }

  @Test
  void parent_isToldOnlyOfAProcessOfThatName() throws IOException {
    Process child = new ProcessBuilder("sleep", "60").start();
    try {
      assertThat(ProcessTimes.parent(child.pid(), "sleep")).hasValue(ProcessHandle.current().pid());
      assertThat(ProcessTimes.parent(child.pid(), "postgres")).isEmpty();
    } finally {
      child.destroy();
    }
  }
}
