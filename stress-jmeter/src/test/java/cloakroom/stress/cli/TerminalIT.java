package cloakroom.stress.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.judge.SyntheticRun;
import cloakroom.testing.JarProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Results at a terminal of script(1). */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "no script(1) to make a terminal with")
class TerminalIT {
  private static final String AT_72_COLUMNS = "unset COLUMNS; stty cols 72; exec \"$@\"";

  @TempDir private Path folder;

  private static JarProcess start(List<String> command) {
    try {
      return new JarProcess(new ProcessBuilder(command).start(), 5);
    } catch (IOException e) {
      return Assumptions.abort("no script(1) to make a terminal with");
    }
  }

  @Test
  void report_isAsWideAsTheTerminal() throws Exception {
    Path run = SyntheticRun.twoPolicies(folder).write();
    List<String> command = new ArrayList<>(List.of("sh", "-c", AT_72_COLUMNS, "sh"));
    command.addAll(JarProcess.command("target/stress.jar", "report", run.toString()));

    JarProcess report = start(JarProcess.atTerminal(command));
    assertThat(report.exitCode()).as(report.output()).isZero();
    List<String> lines = report.output().lines().toList();
    assertThat(lines).contains("more columns of the same rows:");
    assertThat(lines.subList(1, lines.size())).allMatch(line -> line.length() <= 72);
    assertThat(lines).as("sentences").anyMatch(line -> line.length() > 60);
  }
}
