package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that cannot run says why on one line and exits with 2. */
final class WrongUseIT {
  @TempDir private Path out;

  private void assertFailure(String line, String... arguments) throws Exception {
    try (EngineProcess engine = EngineProcess.start(out, 1, arguments)) {
      assertThat(engine.exitCode()).isEqualTo(2);
      assertThat(engine.events())
          .last()
          .satisfies(
              event -> {
                assertThat(event.get("event").asText()).isEqualTo("failed");
                assertThat(event.get("message").asText()).isEqualTo(line);
              });
    }
  }

  @Test
  void missing_plan() throws Exception {
    Path nowhere = out.resolve("nowhere.jmx");

    assertFailure("plan not found: " + nowhere + " is no file", "--plan", nowhere.toString());
  }

  @Test
  void zero_users() throws Exception {
    assertFailure(
        "plan "
            + Plans.ADF_SESSION
            + " starts 0 users (thread group users=${__P(users,80)}): a load needs at least 1",
        "-Jusers=0");
  }

  @Test
  void folderThatCannotBeMade_isNamed() throws Exception {
    Path file = Files.createFile(out.resolve("a file"));
    Path below = file.resolve("trial");

    assertFailure(
        "cannot write to the trial's folder " + below + ": Not a directory",
        "--out",
        below.toString());
  }
}
