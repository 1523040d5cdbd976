package cloakroom.stress.trial;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.process.SharedDatabase;
import cloakroom.testing.JarProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Process {@code java -jar stress.jar run}, {@code count} ..., in a locale with other digits. */
public final class RunnerProcess extends JarProcess {
  public static final long MINUTES = 15;

  private final Path out;

  private RunnerProcess(Process process, Path out) {
    super(process, MINUTES);
    this.out = out;
  }

  public static RunnerProcess start(Path out, Map<String, String> environment, String... arguments)
      throws IOException {
    return start(out, environment, command("run", out, arguments));
  }

  public static RunnerProcess count(Path out, String... arguments) throws IOException {
    return start(out, Map.of(), command("count", out, arguments));
  }

  static RunnerProcess check(Path out, String... arguments) throws IOException {
    Map<String, String> password = Map.of("CLOAKROOM_DB_PASSWORD", SharedDatabase.PASSWORD);
    return start(out, password, command("check", out, arguments));
  }

  public static RunnerProcess startAtTerminal(Path out, String... arguments) throws IOException {
    return start(out, Map.of("TERM", "xterm"), atTerminal(command("run", out, arguments)));
  }

  private static RunnerProcess start(
      Path out, Map<String, String> environment, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(JVM_OPTIONS, SHORT_LIVED);
    builder.environment().putAll(environment);
    return new RunnerProcess(builder.start(), out);
  }

  private static List<String> command(String name, Path out, String... arguments) {
    List<String> all = new ArrayList<>(List.of(name, "--out", out.toString()));
    if (name.equals("run")) {
      all.addAll(List.of("--max-repeats", "0"));
    }
    all.addAll(List.of(arguments));
    return command("target/stress.jar", all.toArray(String[]::new));
  }

  boolean endsWithin(int seconds) throws InterruptedException {
    return process.waitFor(seconds, TimeUnit.SECONDS);
  }

  Optional<ProcessHandle> child(String word) {
    return process
        .descendants()
        .filter(child -> List.of(child.info().arguments().orElse(new String[0])).contains(word))
        .findFirst();
  }

  void type(char key) throws IOException {
    process.getOutputStream().write(key);
    process.getOutputStream().flush();
  }

  public JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(latest().resolve("summary.json").toFile());
  }

  public Path latest() throws IOException {
    return out.resolve("latest").toRealPath();
  }

  public static void assertThatNoFileHolds(String text, Path folder) throws IOException {
    try (Stream<Path> walked = Files.walk(folder)) {
      List<Path> files = walked.filter(Files::isRegularFile).toList();
      assertThat(files).isNotEmpty();
      for (Path file : files) {
        assertThat(Files.readString(file, ISO_8859_1)).as("%s", file).doesNotContain(text);
      }
    }
  }
}
