package cloakroom.stress.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** {@code java -jar stress.jar run …} as a user starts it. */
final class RunnerProcess {
  private static final long MINUTES = 5;

  private final Process process;
  private final List<String> errors = new ArrayList<>();
  private final Path out;
  private final CompletableFuture<String> output;

  private RunnerProcess(Process process, Path out) {
    this.process = process;
    this.out = out;
    this.output = CompletableFuture.supplyAsync(this::readOutput);
  }

  static RunnerProcess start(Path out, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(java(), "-jar", jar("target/stress.jar")));
    command.addAll(List.of("run", "--out", out.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return new RunnerProcess(builder.start(), out);
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  static String jar(String path) {
    Path jar = Path.of(path).toAbsolutePath().normalize();
    assertThat(jar).isRegularFile();
    return jar.toString();
  }

  private String readOutput() {
    try {
      return new String(process.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the error stream up to the first line that matches. */
  void awaitLine(Predicate<String> wanted) throws IOException {
    BufferedReader lines = process.errorReader(UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      errors.add(line);
      if (wanted.test(line)) {
        return;
      }
    }
    assertThat(errors).as("the runner ended before that line").anyMatch(wanted);
  }

  /** Reads everything up to the end of the process; its exit code. */
  int exitCode() throws IOException, InterruptedException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8))) {
      lines.lines().forEach(errors::add);
    }
    assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as("the runner ends").isTrue();
    return process.exitValue();
  }

  List<String> errors() {
    return List.copyOf(errors);
  }

  String output() {
    return output.join();
  }

  /** Every process that it has started and that lives, the database's own ones included. */
  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  void kill() {
    process.destroyForcibly();
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** summary.json of the run that {@code latest} names. */
  JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(latest().resolve("summary.json").toFile());
  }

  Path latest() throws IOException {
    return out.resolve("latest").toRealPath();
  }

  /** The folders of all runs. */
  List<Path> runs() throws IOException {
    try (Stream<Path> entries = Files.list(out)) {
      return entries.filter(p -> p.getFileName().toString().contains("_")).sorted().toList();
    }
  }
}
