package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The scripts in a copy of the project's folder, against a docker that writes down its arguments.
 */
@DisabledOnOs(OS.WINDOWS)
final class ScriptsTest {
  private static final String FAKE =
      """
      #!/bin/sh
      echo "$*" >>"$CALLS"
      [ "$CLOAKROOM_DB_PASSWORD" != not-needed ] || echo "placeholders" >>"$CALLS"
      [ "$1" != "${BROKEN:-none}" ] || exit 1
      case "$*" in *"--entrypoint cat"*) echo "timeStamp,elapsed" ;; esac
      """;
  private static final String PROJECT = "compose --project-name cloakroom --project-directory ";

  private record Ended(int code, String out, List<String> errors) {}

  @TempDir private Path folder;
  private Path docker;
  private Path tools;
  private Path calls;

  @BeforeEach
  void copyTheFolder() throws IOException {
    docker = Files.createDirectories(folder.resolve("a project/docker"));
    for (String name : List.of("up", "down", "load", "common.sh", "compose.yaml")) {
      Files.copy(
          DockerFolder.HERE.resolve(name),
          docker.resolve(name),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.writeString(
        docker.resolve(".env"),
        "CLOAKROOM_DB_PASSWORD=one-1\nORACLE_PASSWORD=two-2\nGRAFANA_ADMIN_PASSWORD=three-3\n");
    for (String built : List.of("app-sim/target/lib", "stress-jmeter/target/lib")) {
      Files.createDirectories(folder.resolve("a project").resolve(built));
    }
    Files.createFile(folder.resolve("a project/app-sim/target/app-sim.jar"));
    tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool :
        List.of("dirname", "basename", "env", "printenv", "sed", "tail", "date", "mkdir")) {
      provide(tool);
    }
    calls = Files.createFile(folder.resolve("calls"));
    executable(tools.resolve("docker"), FAKE);
  }

  /** Puts a tool of this machine on the scripts' PATH, where nothing else is. */
  private void provide(String tool) throws IOException {
    executable(tools.resolve(tool), "#!/bin/sh\nexec '" + onPath(tool) + "' \"$@\"\n");
  }

  private static Path onPath(String tool) {
    for (String place : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(place, tool))) {
        return Path.of(place, tool);
      }
    }
    throw new IllegalStateException("no " + tool + " on the PATH");
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Ended run(Map<String, String> environment, Path script, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    Path errors = folder.resolve("errors");
    builder.redirectError(errors.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("CALLS", calls.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), out, Files.readAllLines(errors));
  }

  private Ended run(String script, String... arguments) throws Exception {
    return run(Map.of(), docker.resolve(script), arguments);
  }

  /** What docker was asked to do to the project, without the questions before. */
  private List<String> composed() throws IOException {
    String head = PROJECT + docker + " --file " + docker.resolve("compose.yaml") + " ";
    List<String> all = new ArrayList<>();
    for (String call : Files.readAllLines(calls)) {
      if (!List.of("compose version", "info", "placeholders").contains(call)) {
        assertThat(call).startsWith(head);
        all.add(call.substring(head.length()));
      }
    }
    return all;
  }

  private static void assertOneLine(Ended ended, String... parts) {
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.errors()).singleElement().asString().contains(parts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                 | ''",
        "--oracle           | --profile oracle",
        "--load             | --profile load",
        "--all              | --profile oracle --profile load",
        "--oracle --load    | --profile oracle --profile load"
      })
  void up_startsTheProjectAndWaits(String options, String profiles) throws Exception {
    Ended ended = run("up", options.isEmpty() ? new String[0] : options.split(" ", -1));

    assertThat(ended.errors()).isEmpty();
    assertThat(ended.code()).isZero();
    assertThat(composed())
        .containsExactly(
            (profiles + " up --detach --build --wait --wait-timeout 1200").stripLeading());
    assertThat(ended.out())
        .contains("http://127.0.0.1:18080/departments?user=1")
        .doesNotContain("one-1", "two-2", "three-3");
    assertThat(ended.out().contains("jdbc:oracle")).isEqualTo(profiles.contains("oracle"));
  }

  @Test
  void up_printsThePortsThatWereChosen() throws Exception {
    Ended ended = run(Map.of("CLOAKROOM_PORT", "8088"), docker.resolve("up"));

    assertThat(ended.out()).contains("http://127.0.0.1:8088/");
  }

  @Test
  void environment_doesNotTurnAScriptOnAnotherProject() throws Exception {
    executable(
        tools.resolve("docker"),
        FAKE + "echo \"[$COMPOSE_PROFILES$COMPOSE_FILE$COMPOSE_PROJECT_NAME]\" >>\"$CALLS.env\"\n");
    run(
        Map.of("COMPOSE_PROFILES", "x", "COMPOSE_FILE", "y", "COMPOSE_PROJECT_NAME", "z"),
        docker.resolve("up"));

    assertThat(Files.readAllLines(Path.of(calls + ".env"))).last().isEqualTo("[]");
  }

  @Test
  void down_keepsTheVolumes_unlessAsked() throws Exception {
    assertThat(run("down").code()).isZero();
    assertThat(run("down", "--volumes").code()).isZero();

    String down = "--profile oracle --profile load --profile controller down --remove-orphans";
    assertThat(composed()).containsExactly(down, down + " --volumes");
  }

  @Test
  void down_needsNoPasswords() throws Exception {
    Files.delete(docker.resolve(".env"));

    assertThat(run("down").code()).isZero();
    assertThat(Files.readAllLines(calls)).contains("placeholders");
  }

  @Test
  void load_runsThePlanOnBothEngines_andFetchesTheSamples() throws Exception {
    Ended ended = run("load", "state-kinds", "-Gusers=4");

    assertThat(ended.errors()).isEmpty();
    List<String> composed = composed();
    assertThat(composed).hasSize(4);
    assertThat(composed.get(0)).startsWith("--profile load up ").contains(" --wait ");
    assertThat(composed.get(2))
        .startsWith("--profile load --profile controller run --rm --no-deps jmeter -n ")
        .contains(
            " -t /plans/state-kinds.jmx ",
            " -R jmeter-1,jmeter-2 ",
            " -Jserver.rmi.ssl.disable=true ",
            " -Ghost=balancer -Gport=8080 ")
        .endsWith(" -Gusers=4");
    try (var results = Files.list(docker.resolve("results"))) {
      assertThat(results.toList())
          .singleElement()
          .satisfies(file -> assertThat(file).hasContent("timeStamp,elapsed"))
          .satisfies(file -> assertThat(ended.out()).contains(file.getFileName().toString()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"up", "down", "load"})
  void missingDocker_isOneLine(String script) throws Exception {
    Files.delete(tools.resolve("docker"));
    assertOneLine(run(script), script + ": ", "docker is not installed");
  }

  @ParameterizedTest
  @CsvSource({
    "up, compose, no compose plugin",
    "down, info, does not answer",
    "load, info, does not answer"
  })
  void dockerThatIsOfNoUse_isOneLine(String script, String broken, String message)
      throws Exception {
    assertOneLine(run(Map.of("BROKEN", broken), docker.resolve(script)), message);
    assertThat(composed()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "up, --orcale, --oracle",
    "down, --volume, --volumes",
    "load, plan-b, state-kinds",
    "load, -Jusers=3, -GNAME=VALUE",
    "load, -Gusers, -GNAME=VALUE"
  })
  void wrongOption_isNamedWithItsChoices(String script, String option, String choice)
      throws Exception {
    assertOneLine(run(script, option), option, choice);
    assertThat(Files.readAllLines(calls)).isEmpty();
  }

  @Test
  void missingOrUnfitPassword_isNamedAndNotShown() throws Exception {
    Files.writeString(docker.resolve(".env"), "CLOAKROOM_DB_PASSWORD=it's\n");
    Ended unfit = run("up");
    assertOneLine(unfit, "CLOAKROOM_DB_PASSWORD", "letters");
    assertThat(unfit.errors().get(0)).doesNotContain("it's");

    Files.writeString(docker.resolve(".env"), "CLOAKROOM_DB_PASSWORD=fine\nORACLE_PASSWORD=\n");
    assertOneLine(run("up"), "ORACLE_PASSWORD is not set", ".env.example");
  }

  @Test
  void missingJars_areNamedWithTheCommandThatMakesThem() throws Exception {
    Files.delete(folder.resolve("a project/app-sim/target/app-sim.jar"));
    assertOneLine(run("up"), "app-sim/target/app-sim.jar", "mvn package");
    Files.delete(folder.resolve("a project/stress-jmeter/target/lib"));
    assertOneLine(run("load"), "stress-jmeter/target/lib", "mvn package");
  }

  @Test
  void oracleSchema_isInstalledByTheCreateScripts_withNoPasswordOnACommandLine() throws Exception {
    executable(
        tools.resolve("sqlplus"), "#!/bin/sh\necho \"args $*\" >>\"$CALLS\"\ncat >>\"$CALLS\"\n");
    for (String tool : List.of("bash", "cat")) {
      provide(tool);
    }
    Path sql = Path.of("..", "sql", "oracle").toAbsolutePath().normalize();
    Map<String, String> environment = new TreeMap<>();
    environment.put("CLOAKROOM_SQL", sql.toString());
    environment.put("APP_USER", "scott");
    environment.put("APP_USER_PASSWORD", "tiger-1");

    Ended ended = run(environment, DockerFolder.HERE.resolve("oracle/10-schema.sh"));

    assertThat(ended.errors()).isEmpty();
    assertThat(ended.code()).isZero();
    List<String> lines = Files.readAllLines(calls);
    assertThat(lines).filteredOn(line -> line.startsWith("args")).containsOnly("args -S -L /nolog");
    assertThat(lines).contains("connect scott/\"tiger-1\"@//localhost:1521/FREEPDB1");
    try (var scripts = Files.list(sql)) {
      List<String> creating =
          scripts
              .filter(script -> !script.toString().endsWith("-drop.sql"))
              .map(script -> "@" + script)
              .sorted()
              .toList();
      assertThat(lines)
          .filteredOn(line -> line.startsWith("@"))
          .containsExactlyElementsOf(creating);
    }
    assertThat(ended.out()).doesNotContain("tiger-1");
  }

  @Test
  void scriptsThatAreCalled_areExecutable() {
    for (String script : List.of("up", "down", "load", "oracle/10-schema.sh")) {
      assertThat(DockerFolder.HERE.resolve(script)).isExecutable();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"up", "down", "load", "common.sh"})
  void script_isOfTheShellsGrammar(String name) throws Exception {
    Ended ended = run(Map.of(), onPath("sh"), "-n", DockerFolder.HERE.resolve(name).toString());
    assertThat(ended.errors()).isEmpty();
    assertThat(ended.code()).isZero();
  }
}
