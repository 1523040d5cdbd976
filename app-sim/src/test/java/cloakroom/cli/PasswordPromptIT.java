package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.platform.Variables;
import cloakroom.testing.JarProcess;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Password prompt at a terminal of script(1), which does not echo. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "no script(1) to make a terminal with")
final class PasswordPromptIT {
  private static final Database DATABASE = TestDatabase.newSchema();

  private static JarProcess start() {
    List<String> command =
        JarProcess.command(
            "target/app-sim.jar",
            "purge",
            "--older-than=24h",
            "--dry-run",
            "--url=" + DATABASE.url(),
            "--user=" + DATABASE.user());
    ProcessBuilder builder = Variables.withoutSecrets(JarProcess.atTerminal(command));
    try {
      return new JarProcess(builder.start(), 5);
    } catch (IOException e) {
      return Assumptions.abort("no script(1) to make a terminal with");
    }
  }

  @Test
  void password_isAskedForAndNotShown() throws Exception {
    JarProcess process = start();
    process.awaitOutput("Password of " + DATABASE.user() + ": ");
    process.type(DATABASE.password().reveal());

    assertThat(process.output())
        .contains("Dry run: 0 snapshots")
        .doesNotContain(DATABASE.password().reveal());
    assertThat(process.exitCode()).isZero();
  }

  @Test
  void wrongPassword_isRefusedAndNotShown() throws Exception {
    JarProcess process = start();
    process.awaitOutput("Password of ");
    process.type("marker-9917");

    assertThat(process.output())
        .contains("refuses user " + DATABASE.user())
        .doesNotContain("marker-9917");
    assertThat(process.exitCode()).isEqualTo(2);
  }
}
