package cloakroom.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.lab.BenchDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code java -jar benchmarks.jar …} as a user starts it whose locale has other digits. */
final class BenchmarksProcess {
  private static final long MINUTES = 3;

  private final Process process;
  private final StringBuilder shown = new StringBuilder();
  private final List<String> errors = new ArrayList<>();
  private final CompletableFuture<String> output;

  private BenchmarksProcess(Process process) {
    this.process = process;
    this.output = CompletableFuture.supplyAsync(this::readOutput);
  }

  static BenchmarksProcess start(Map<String, String> environment, String... arguments)
      throws IOException {
    return start(environment, command(arguments));
  }

  /** Starts it at a terminal of its own, made by script(1); what it shows arrives as output. */
  static BenchmarksProcess startAtTerminal(String... arguments) throws IOException {
    String line = "'" + String.join("' '", command(arguments)) + "'";
    return start(Map.of(), List.of("script", "-q", "-e", "-f", "-c", "exec " + line, "/dev/null"));
  }

  private static List<String> command(String... arguments) {
    Path jar = Path.of("target/benchmarks.jar").toAbsolutePath();
    assertThat(jar).isRegularFile();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        new ArrayList<>(List.of(java, "-Duser.language=ar", "-Duser.country=EG"));
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static BenchmarksProcess start(Map<String, String> environment, List<String> command)
      throws IOException {
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
      for (int c = in.read(); c >= 0; c = in.read()) {
        synchronized (shown) {
          shown.append((char) c);
          shown.notifyAll();
        }
      }
    } catch (IOException e) {
      return e.toString();
    }
    synchronized (shown) {
      return shown.toString();
    }
  }

  /** Waits until its output holds this text. */
  void awaitOutput(String text) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    synchronized (shown) {
      while (shown.indexOf(text) < 0 && !output.isDone() && System.nanoTime() < end) {
        shown.wait(1_000);
      }
      assertThat(shown.toString()).contains(text);
    }
  }

  /** Types a line at its terminal. */
  void type(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(UTF_8));
    process.getOutputStream().flush();
  }

  /**
   * Watches it to its end.
   *
   * @return the command lines of all processes below it, as every user of the machine sees them
   */
  Set<String> commandLinesToItsEnd() throws InterruptedException {
    Set<String> seen = new TreeSet<>();
    do {
      process.descendants().forEach(p -> p.info().commandLine().ifPresent(seen::add));
    } while (!process.waitFor(20, TimeUnit.MILLISECONDS));
    return seen;
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
