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
import java.util.concurrent.TimeUnit;

/**
 * A copy of the project's folder in which the scripts run, with nothing on their PATH but a few
 * tools and a docker that writes down its arguments.
 */
final class ScriptSandbox {
  /** Fails where BROKEN says, and shows SAMPLES for a file. */
  static final String FAKE_DOCKER =
      """
      #!/bin/sh
      echo "$*" >>"$CALLS"
      [ "$CLOAKROOM_DB_PASSWORD" != not-needed ] || echo "placeholders" >>"$CALLS"
      [ "$1" != "${BROKEN:-none}" ] || exit 1
      case "$*" in *"--entrypoint cat"*) printf '%s\\n' "$SAMPLES" ;; esac
      """;

  private static final String PROJECT = "compose --project-name cloakroom --project-directory ";

  /** How a script ended: its exit code, its output, its lines of errors. */
  record Ended(int code, String out, List<String> errors) {}

  private final Path folder;
  private final Path tools;
  private final Path calls;

  /** Makes everything that a script needs to succeed. */
  ScriptSandbox(Path folder) throws IOException {
    this.folder = folder;
    this.tools = Files.createDirectories(folder.resolve("tools"));
    this.calls = Files.createFile(folder.resolve("calls"));
    Files.createDirectories(docker());
    for (String name : List.of("up", "down", "load", "common.sh", "compose.yaml")) {
      Files.copy(
          DockerFolder.HERE.resolve(name),
          docker().resolve(name),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.writeString(
        docker().resolve(".env"),
        """
        CLOAKROOM_DB_PASSWORD=one-1
        ORACLE_PASSWORD=two-2
        GRAFANA_ADMIN_PASSWORD=three-3
        CLOAKROOM_ADMIN_TOKEN=four-4-of-16-and-more
        """);
    for (String built : List.of("app-sim/target/lib", "stress-jmeter/target/lib")) {
      Files.createDirectories(project().resolve(built));
    }
    Files.createFile(project().resolve("app-sim/target/app-sim.jar"));
    for (String tool :
        List.of("dirname", "basename", "env", "printenv", "sed", "tail", "date", "mkdir", "grep")) {
      provide(tool);
    }
    tool("docker", FAKE_DOCKER);
  }

  /** The project's folder, with a space in its name. */
  Path project() {
    return folder.resolve("a project");
  }

  /** The copy of docker/ in it. */
  Path docker() {
    return project().resolve("docker");
  }

  /** The file that {@code name} is on the scripts' PATH. */
  Path tool(String name) {
    return tools.resolve(name);
  }

  /** Puts a program of the test's own on the scripts' PATH. */
  void tool(String name, String text) throws IOException {
    Files.writeString(tool(name), text);
    Files.setPosixFilePermissions(tool(name), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Puts a tool of this machine on the scripts' PATH. */
  void provide(String tool) throws IOException {
    tool(tool, "#!/bin/sh\nexec '" + onPath(tool) + "' \"$@\"\n");
  }

  private static Path onPath(String tool) {
    for (String place : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(place, tool))) {
        return Path.of(place, tool);
      }
    }
    throw new IllegalStateException("no " + tool + " on the PATH");
  }

  Ended run(Map<String, String> environment, Path script, String... arguments) throws Exception {
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

  /** Every line that the fakes wrote down. */
  List<String> calls() throws IOException {
    return Files.readAllLines(calls);
  }

  /** What docker was asked to do to the project, without the questions before. */
  List<String> composed() throws IOException {
    String head = PROJECT + docker() + " --file " + docker().resolve("compose.yaml") + " ";
    List<String> all = new ArrayList<>();
    for (String call : calls()) {
      if (!List.of("compose version", "info", "placeholders").contains(call)) {
        assertThat(call).startsWith(head);
        all.add(call.substring(head.length()));
      }
    }
    return all;
  }
}
