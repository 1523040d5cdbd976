package cloakroom.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code java -jar benchmarks.jar …} as a user starts it. */
final class BenchmarksProcess {
  private static final long MINUTES = 3;

  private final Process process;
  private final CompletableFuture<String> output;
  private final List<String> errors = new ArrayList<>();

  private BenchmarksProcess(Process process) {
    this.process = process;
    this.output = CompletableFuture.supplyAsync(this::readOutput);
  }

  static BenchmarksProcess start(Map<String, String> environment, String... arguments)
      throws IOException {
    Path jar = Path.of("target/benchmarks.jar").toAbsolutePath();
    assertThat(jar).isRegularFile();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, "-jar", jar.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .keySet()
        .removeAll(List.of(BenchDatabase.URL, BenchDatabase.USER, BenchDatabase.PASSWORD));
    builder.environment().putAll(environment);
    return new BenchmarksProcess(builder.start());
  }

  private String readOutput() {
    try (var in = process.getInputStream()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Reads the error stream up to the first line that holds this text. */
  void awaitError(String text) throws IOException {
    BufferedReader lines = process.errorReader(UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      errors.add(line);
      if (line.contains(text)) {
        return;
      }
    }
    assertThat(errors).as("it ended before it said so").anyMatch(line -> line.contains(text));
  }

  /** Reads everything up to the end of the process; its exit code. */
  int exitCode() throws IOException, InterruptedException {
    BufferedReader lines = process.errorReader(UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      errors.add(line);
    }
    assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as("it ends").isTrue();
    return process.exitValue();
  }

  List<String> errors() {
    return List.copyOf(errors);
  }

  String output() {
    return output.join();
  }

  /** Every process below it, at this moment. */
  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  /** Asks it to end. */
  void terminate() {
    process.toHandle().destroy(); // Process.destroy would close the streams that are still read
  }
}
