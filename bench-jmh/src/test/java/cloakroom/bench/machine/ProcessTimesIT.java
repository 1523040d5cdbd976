package cloakroom.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Polling;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.LINUX, disabledReason = "needs /proc")
final class ProcessTimesIT {
  private static final String WORK = "while :; do :; done";

  private static void awaitTime(long pid) {
    assertThat(Polling.until(() -> ProcessTimes.millis(pid) >= 10, Duration.ofMinutes(5))).isTrue();
  }

  @Test
  void ownWork_counts() throws IOException {
    Process shell = new ProcessBuilder("sh", "-c", WORK).start();
    try {
      awaitTime(shell.pid());
    } finally {
      shell.destroy();
    }
  }

  @Test
  void workOfAChildThatHasEnded_counts() throws IOException {
    String script = "(" + WORK + ") & echo $!; wait; echo ended; exec sleep 600";
    Process shell = new ProcessBuilder("sh", "-c", script).start();
    BufferedReader out = shell.inputReader();
    ProcessHandle child = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
    try {
      awaitTime(child.pid());
      child.destroy();
      assertThat(out.readLine()).isEqualTo("ended");
      assertThat(ProcessTimes.millis(shell.pid())).isGreaterThanOrEqualTo(10);
    } finally {
      child.destroy();
      shell.destroy();
    }
  }

  @Test
  void parentOfOtherNameOrProcessThatIsNotThere_isUnknown() throws IOException {
    assertThat(ProcessTimes.millis(Integer.MAX_VALUE)).isNaN();
    Process child = new ProcessBuilder("sleep", "600").start();
    try {
      assertThat(ProcessTimes.parent(child.pid(), "sleep")).hasValue(ProcessHandle.current().pid());
      assertThat(ProcessTimes.parent(child.pid(), "postgres")).isEmpty();
    } finally {
      child.destroy();
    }
  }
}
