package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.docker.ScriptSandbox.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts of docker/ against a docker that writes down its arguments. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs a shell")
final class ScriptsTest {
  private static final String GOOD_SAMPLE = "1,2,departments open,200,OK,users 1-1,text,true,,9";
  private static final String FAILED_SAMPLE =
      "1,2,departments open,200,OK,users 1-1,text,false,\"stateLost: shows A, not B\",9";

  @TempDir private Path folder;
  private ScriptSandbox sandbox;

  @BeforeEach
  void copyTheFolder() throws IOException {
    sandbox = new ScriptSandbox(folder);
  }

  private Ended run(Map<String, String> environment, String script, String... arguments)
      throws Exception {
    return sandbox.run(environment, sandbox.docker().resolve(script), arguments);
  }

  private Ended run(String script, String... arguments) throws Exception {
    return run(Map.of(), script, arguments);
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
    assertThat(sandbox.composed())
        .containsExactly(
            (profiles + " up --detach --build --wait --wait-timeout 1200").stripLeading());
    assertThat(ended.out())
        .contains("http://127.0.0.1:18080/departments?user=1")
        .doesNotContain("one-1", "two-2", "three-3");
    assertThat(ended.out().contains("jdbc:oracle")).isEqualTo(profiles.contains("oracle"));
  }

  @Test
  void up_printsThePortsThatWereChosen() throws Exception {
    Ended ended = run(Map.of("CLOAKROOM_PORT", "8088"), "up");

    assertThat(ended.out()).contains("http://127.0.0.1:8088/");
  }

  @Test
  void environment_doesNotTurnAScriptOnAnotherProject() throws Exception {
    sandbox.tool(
        "docker",
        ScriptSandbox.FAKE_DOCKER
            + "echo \"[$COMPOSE_PROFILES$COMPOSE_FILE$COMPOSE_PROJECT_NAME]\" >>\"$CALLS.env\"\n");
    run(Map.of("COMPOSE_PROFILES", "x", "COMPOSE_FILE", "y", "COMPOSE_PROJECT_NAME", "z"), "up");

    assertThat(Files.readAllLines(folder.resolve("calls.env"))).last().isEqualTo("[]");
  }

  @Test
  void down_keepsTheVolumes_unlessAsked() throws Exception {
    assertThat(run("down").code()).isZero();
    assertThat(run("down", "--volumes").code()).isZero();

    String down = "--profile oracle --profile load --profile controller down --remove-orphans";
    assertThat(sandbox.composed()).containsExactly(down, down + " --volumes");
  }

  @Test
  void down_needsNoPasswords() throws Exception {
    Files.delete(sandbox.docker().resolve(".env"));

    assertThat(run("down").code()).isZero();
    assertThat(sandbox.calls()).contains("placeholders");
  }

  @Test
  void load_runsThePlanOnBothEngines_andFetchesTheSamples() throws Exception {
    Ended ended = run(Map.of("SAMPLES", GOOD_SAMPLE), "load", "state-kinds", "-Gusers=4");

    assertThat(ended.errors()).isEmpty();
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("0 of 1 samples failed");
    List<String> composed = sandbox.composed();
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
    try (var results = Files.list(sandbox.docker().resolve("results"))) {
      assertThat(results.toList())
          .singleElement()
          .satisfies(file -> assertThat(file).hasContent(GOOD_SAMPLE))
          .satisfies(file -> assertThat(ended.out()).contains(file.getFileName().toString()));
    }
  }

  @Test
  void failedSamplesOrNone_areNoSuccess() throws Exception {
    Map<String, String> some = Map.of("SAMPLES", GOOD_SAMPLE + "\n" + FAILED_SAMPLE);
    Ended failed = run(some, "load");
    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.out()).contains("1 of 2 samples failed");

    Ended none = run(Map.of("SAMPLES", "timeStamp,elapsed"), "load");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.out()).contains("0 of 0 samples failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"up", "down", "load"})
  void missingDocker_isOneLine(String script) throws Exception {
    Files.delete(sandbox.tool("docker"));
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
    assertOneLine(run(Map.of("BROKEN", broken), script), message);
    assertThat(sandbox.composed()).isEmpty();
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
    assertThat(sandbox.calls()).isEmpty();
  }

  @Test
  void missingOrUnfitPassword_isNamedAndNotShown() throws Exception {
    Files.writeString(sandbox.docker().resolve(".env"), "CLOAKROOM_DB_PASSWORD=it's\n");
    Ended unfit = run("up");
    assertOneLine(unfit, "CLOAKROOM_DB_PASSWORD", "letters");
    assertThat(unfit.errors().get(0)).doesNotContain("it's");

    Files.writeString(
        sandbox.docker().resolve(".env"), "CLOAKROOM_DB_PASSWORD=fine\nORACLE_PASSWORD=\n");
    assertOneLine(run("up"), "ORACLE_PASSWORD is not set", ".env.example");

    Files.writeString(
        sandbox.docker().resolve(".env"),
        """
        CLOAKROOM_DB_PASSWORD=a
        ORACLE_PASSWORD=b
        GRAFANA_ADMIN_PASSWORD=c
        CLOAKROOM_ADMIN_TOKEN=short
        """);
    assertOneLine(run("up"), "CLOAKROOM_ADMIN_TOKEN has fewer than 16", "nodes");
  }

  @Test
  void missingJars_areNamedWithTheCommandThatMakesThem() throws Exception {
    Files.delete(sandbox.project().resolve("app-sim/target/app-sim.jar"));
    assertOneLine(run("up"), "app-sim/target/app-sim.jar", "mvn package");
    Files.delete(sandbox.project().resolve("stress-jmeter/target/lib"));
    assertOneLine(run("load"), "stress-jmeter/target/lib", "mvn package");
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
    Ended ended =
        sandbox.run(Map.of(), Path.of("/bin/sh"), "-n", DockerFolder.HERE.resolve(name).toString());
    assertThat(ended.errors()).isEmpty();
    assertThat(ended.code()).isZero();
  }
}
