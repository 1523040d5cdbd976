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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts of docker/, with programs before them that write down what they are asked. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs a shell")
final class ScriptsIT {
  /** Writes down each call; for the copy of results, prints an archive of the folder. */
  private static final String RECORDER =
      """
      #!/bin/sh
      echo "$*" >>"$CALLS"
      case "$*" in
        version*)
          [ -z "$DEAD" ] || { printf '\\n%s\\n' "$DEAD" >&2; exit 1; } ;;
        *"--entrypoint sh"*)
          [ -z "$BROKEN" ] || exit 1
          [ -z "$EMPTY" ] || exit 0
          archive=$(mktemp -d)
          for folder in load runs studies; do mkdir "$archive/$folder"; done
          name=$(sed -n 's,.* -l /results/load/\\([^ ]*\\) .*,\\1,p' "$CALLS")
          printf '%s\\n' "$SAMPLES" >"$archive/load/$name.copy"
          [ -z "$name" ] || mv "$archive/load/$name.copy" "$archive/load/$name"
          tar -C "$archive" -c load runs studies
          rm -r "$archive" ;;
      esac
      """;

  private static final String SQLPLUS =
      "#!/bin/sh\necho \"args $*\" >>\"$CALLS\"\ncat >>\"$CALLS\"\nexit \"$SQLPLUS\"\n";

  @TempDir private Path folder;
  private Path docker;

  private record Ended(int code, String said, List<String> calls) {}

  @BeforeEach
  void copyTheFolder() throws IOException {
    docker = Files.createDirectories(folder.resolve("a project/docker"));
    for (String name :
        List.of("up", "down", "load", "stress", "bench", "common.sh", "compose.yaml")) {
      Files.copy(
          DockerFolder.HERE.resolve(name),
          docker.resolve(name),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.writeString(
        docker.resolve(".env"),
        """
        CLOAKROOM_DB_PASSWORD=one-1
        ORACLE_PASSWORD=two-2
        GRAFANA_ADMIN_PASSWORD=three-3
        CLOAKROOM_ADMIN_TOKEN=four-4-of-16-and-more
        """);
    Files.createFile(docker.resolveSibling("REVISION"));
    program("docker", RECORDER);
    program("sqlplus", SQLPLUS);
  }

  private void program(String name, String text) throws IOException {
    Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Ended run(Map<String, String> environment, Path script, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    Path calls = folder.resolve("calls");
    Files.writeString(calls, "");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().put("CALLS", calls.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said, Files.readAllLines(calls));
  }

  private Ended run(String script, String... arguments) throws Exception {
    return run(Map.of(), docker.resolve(script), arguments);
  }

  @Test
  void up_startsTheProjectAndShowsNoPassword() throws Exception {
    Ended ended = run("up", "--oracle", "--load");
    assertThat(ended.code()).isZero();
    assertThat(ended.calls())
        .anyMatch(call -> call.contains("--profile oracle --profile load up --detach --build"));
    assertThat(ended.said())
        .contains("http://127.0.0.1:18080/departments?user=1")
        .doesNotContain("one-1", "two-2", "three-3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"up", "load"})
  void sourceTree_isRejectedWithTheWayToTheZip(String script) throws Exception {
    Files.delete(docker.resolveSibling("REVISION"));
    Ended ended = run(script);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said().lines())
        .singleElement()
        .asString()
        .contains("a project is not an unpacked zip", "run docker/" + script + " there");
    assertThat(ended.calls()).isEmpty();
  }

  @Test
  void down_keepsTheVolumes_unlessAsked() throws Exception {
    assertThat(run("down").calls()).last().asString().endsWith("down --remove-orphans");
    assertThat(run("down", "--volumes").calls()).last().asString().endsWith("--volumes");
  }

  @ParameterizedTest
  @CsvSource({"'1,2,a,200,OK,t,text,true,,9', 0", "'1,2,a,200,OK,t,text,false,,9', 1", "none, 1"})
  void load_succeedsIfEverySampleDoes(String samples, int code) throws Exception {
    Ended ended =
        run(Map.of("SAMPLES", samples), docker.resolve("load"), "state-kinds", "-Gusers=4");
    assertThat(ended.code()).isEqualTo(code);
    assertThat(ended.calls())
        .anyMatch(
            call ->
                call.contains(" -t /opt/jmeter/stress/plans/state-kinds.jmx ")
                    && call.endsWith("=4"));
  }

  @ParameterizedTest
  @CsvSource({
    "stress, runner run --engines jmeter-1, runs",
    "bench, benchmarks studies --out /results/studies, studies"
  })
  void resultsOfARun_moveToTheFolder(String script, String call, String results) throws Exception {
    Ended ended = run(script, "--seed", "7");

    assertThat(ended.code()).isZero();
    assertThat(ended.calls()).anyMatch(c -> c.contains(call) && c.endsWith("--seed 7"));
    assertThat(ended.calls()).anyMatch(c -> c.endsWith("-rf /results/" + results));
    assertThat(ended.said()).endsWith("results: " + docker + "/results/" + results + "\n");
    assertThat(docker.resolve("results").resolve(results)).isDirectory();
  }

  @Test
  void runWithoutResults_namesNone() throws Exception {
    Ended ended = run(Map.of("EMPTY", "yes"), docker.resolve("bench"));

    assertThat(ended.code()).isZero();
    assertThat(ended.said()).isEmpty();
    assertThat(docker.resolve("results")).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "stress", "bench"})
  void resultsThatCannotBeCopied_stayInTheVolume(String script) throws Exception {
    Ended ended = run(Map.of("BROKEN", "yes"), docker.resolve(script));

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said().lines())
        .singleElement()
        .asString()
        .contains("cannot copy the results", "still in the project's volume");
    assertThat(ended.calls()).noneMatch(call -> call.contains("-rf"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"up", "down", "load", "stress", "bench"})
  void daemonThatDoesNotRespond_isReportedWithTheCause(String script) throws Exception {
    Ended ended = run(Map.of("DEAD", "permission denied at unix:///x"), docker.resolve(script));

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said().lines())
        .singleElement()
        .asString()
        .contains("docker does not respond", "permission denied at unix:///x");
  }

  @ParameterizedTest
  @CsvSource({
    "up, --orcale, --oracle",
    "down, --volume, --volumes",
    "load, plan-b, state-kinds",
    "load, -Jusers=3, -GNAME=VALUE"
  })
  void wrongOption_isNamedWithItsChoices(String script, String option, String choice)
      throws Exception {
    Ended ended = run(script, option);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said().lines()).singleElement().asString().contains(option, choice);
    assertThat(ended.calls()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "CLOAKROOM_DB_PASSWORD, '', is not set",
    "ORACLE_PASSWORD, it's, holds other characters",
    "CLOAKROOM_ADMIN_TOKEN, short, has fewer than 16"
  })
  void unfitPassword_isNamedAndNotShown(String name, String value, String fault) throws Exception {
    Path env = docker.resolve(".env");
    Files.writeString(
        env, Files.readString(env).replaceFirst("(?m)^" + name + "=.*$", name + "=" + value));
    Ended ended = run("up");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said().lines()).singleElement().asString().contains(name + " " + fault);
    assertThat(ended.said()).doesNotContain("it's");
  }

  /** The schema's scripts run as the user, in order; a failure ends the start. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1"})
  void oraclesFirstStart_showsNoPassword(String sqlplus, int code) throws Exception {
    Path sql = Path.of("..", "sql", "oracle").toAbsolutePath().normalize();
    Map<String, String> environment =
        Map.of(
            "CLOAKROOM_SQL",
            sql.toString(),
            "APP_USER",
            "scott",
            "APP_USER_PASSWORD",
            "tiger-1",
            "CLOAKROOM_SERVICE",
            "XEPDB1",
            "SQLPLUS",
            sqlplus);

    Ended ended = run(environment, DockerFolder.HERE.resolve("oracle/first-start/10-schema.sh"));

    assertThat(ended.code()).isEqualTo(code);
    assertThat(ended.said()).doesNotContain("tiger-1");
    assertThat(ended.calls()).contains("args -S -L /nolog");
    assertThat(ended.calls().stream().filter(line -> line.startsWith("@")))
        .hasSizeGreaterThan(code == 0 ? 5 : 0)
        .isSorted();
  }
}
