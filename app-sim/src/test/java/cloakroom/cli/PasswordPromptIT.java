package cloakroom.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A person at a terminal, made by script(1), is asked for the password and does not see it. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "no script(1) to make a terminal with")
@Timeout(60)
final class PasswordPromptIT {
  private static final Database DATABASE = TestDatabase.newSchema();

  private static Process start() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String line =
        "exec '%s' -jar target/app-sim.jar purge --older-than 24h --dry-run --url '%s' --user '%s'"
            .formatted(java, DATABASE.url(), DATABASE.user());
    ProcessBuilder builder =
        new ProcessBuilder(List.of("script", "-q", "-e", "-f", "-c", line, "/dev/null"));
    builder.environment().remove("CLOAKROOM_DB_PASSWORD");
    try {
      return builder.start();
    } catch (IOException e) {
      return Assumptions.abort("no script(1) to make a terminal with");
    }
  }

  private static String readUpTo(String text, InputStream in) throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.indexOf(text) < 0) {
      int c = in.read();
      assertThat(c).as("it ended after: " + read).isNotNegative();
      read.append((char) c);
    }
    return read.toString();
  }

  private static void type(Process process, String line) throws IOException {
    OutputStream keys = process.getOutputStream();
    keys.write((line + "\n").getBytes(UTF_8));
    keys.flush();
  }

  @Test
  void password_isAskedForAndNotShown() throws Exception {
    Process process = start();
    InputStream screen = process.getInputStream();
    readUpTo("Password of " + DATABASE.user() + ": ", screen);
    type(process, DATABASE.password().reveal());

    String rest = new String(screen.readAllBytes(), UTF_8);
    assertThat(rest).contains("Dry run: 0 snapshots").doesNotContain(DATABASE.password().reveal());
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void wrongPassword_isRefusedAndNotShown() throws Exception {
    Process process = start();
    InputStream screen = process.getInputStream();
    readUpTo("Password of ", screen);
    type(process, "marker-9917");

    String rest = new String(screen.readAllBytes(), UTF_8);
    assertThat(rest).contains("refuses user " + DATABASE.user()).doesNotContain("marker-9917");
    assertThat(process.waitFor()).isEqualTo(2);
  }
}
