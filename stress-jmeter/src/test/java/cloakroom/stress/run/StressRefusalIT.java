package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.process.SharedDatabase;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What cannot be run is refused in one line, with exit code 2; and a database that exists is used.
 */
class StressRefusalIT {
  private static final String PASSWORD = "CLOAKROOM_DB_PASSWORD";

  private static final String RIGHT = SharedDatabase.PASSWORD;

  private static final String TINY =
      "--policies sticky --users 2 --iterations 1 --think 20ms --ramp 0s --warm-up 0"
          + " --no-dashboard --quiet";

  private final String url = SharedDatabase.url();
  private final String user = SharedDatabase.user();

  @TempDir private Path out;

  private RunnerProcess run(String password, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(TINY.split(" ", -1)));
    all.addAll(List.of(arguments));
    return RunnerProcess.start(out, Map.of(PASSWORD, password), all.toArray(String[]::new));
  }

  private static void assertRefused(RunnerProcess runner, String... parts) throws Exception {
    assertThat(runner.exitCode()).isEqualTo(2);
    assertThat(runner.errors()).hasSize(1);
    assertThat(runner.errors().get(0)).contains(parts);
    assertThat(runner.descendants()).isEmpty();
    assertThat(runner.output()).isEmpty();
  }

  /** It prints JSON and nothing else, and no process or file shows the password. */
  @Test
  void existingDatabase_isUsed() throws Exception {
    RunnerProcess runner = run(RIGHT, "--json", "--url", url, "--user", user);
    Set<String> commandLines = runner.commandLinesToItsEnd();

    assertThat(runner.exitCode()).as("%s", runner.errors()).isIn(0, 3);
    assertThat(runner.summary().path("consistent").asBoolean()).isTrue();
    assertThat(commandLines)
        .as("that of the tier and of the engine at the least")
        .anyMatch(line -> line.contains(" serve "))
        .anyMatch(line -> line.contains("cloakroom.stress.load.Engine"))
        .noneMatch(line -> line.contains(RIGHT));
    assertThat(runner.output())
        .isEqualTo(Files.readString(runner.latest().resolve("summary.json")))
        .doesNotContain(RIGHT);
    assertThat(runner.errors()).isEmpty();
    assertThat(filesWith(RIGHT)).isEmpty();
  }

  /** The files below the output folder that hold this text, in whatever encoding. */
  private List<Path> filesWith(String text) throws IOException {
    try (Stream<Path> files = Files.walk(out)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      assertThat(all).as("report and logs").hasSizeGreaterThan(8);
      List<Path> found = new ArrayList<>();
      for (Path file : all) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
          found.add(file);
        }
      }
      return found;
    }
  }

  @Test
  void passwordThatIsNotInTheEnvironment_isAskedForAtTheTerminalAndNotShown() throws Exception {
    List<String> arguments = new ArrayList<>(List.of(TINY.split(" ", -1)));
    arguments.addAll(List.of("--url", url, "--user", user));
    RunnerProcess runner = RunnerProcess.startAtTerminal(out, arguments.toArray(String[]::new));
    runner.awaitOutput("Password of " + user + ": ");

    runner.type("wrong-5521-marker");

    assertThat(runner.exitCode()).isEqualTo(2);
    assertThat(runner.output()).contains(user).doesNotContain("wrong-5521-marker");
  }

  @Test
  void databaseThatDoesNotExist_isRefused() throws Exception {
    String other = url.replaceFirst("/cloakroom$", "/cloakroom_2");

    assertRefused(run(RIGHT, "--url", other, "--user", user), "cloakroom_2");
  }

  /** In this process, with the real tier; how a process is refused, a wrong password shows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--policies=stiky | --policies: unknown policy 'stiky'; choose from reserved, sticky,",
        "--policies=sticky --set=jbo.nonsense=1 | policy sticky with --set: unknown setting jbo.nonsense:"
      })
  void whatTheTierDoesNotKnow_isRefusedByTheTiersOwnWords(String arguments, String line) {
    RunOptions options = new RunOptions();
    CommandSpec mixin = CommandSpec.forAnnotatedObject(options);
    new CommandLine(CommandSpec.create().addMixin("run", mixin))
        .parseArgs((arguments + " --out=" + out).split(" ", -1));

    assertThatThrownBy(
            () ->
                RunCommand.checks(new StressJar(Path.of("target").toAbsolutePath())).check(options))
        .isInstanceOf(StressFailure.class)
        .hasMessageStartingWith(line)
        .message()
        .hasLineCount(1);
  }
}
