package cloakroom.stress.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** {@code java -jar stress.jar run …} as a user starts it whose locale has other digits. */
final class RunnerProcess {
  private static final long MINUTES = 5;

  private final Process process;
  private final List<String> errors = new ArrayList<>();
  private final Path out;
  private final StringBuilder seen = new StringBuilder();
  private final CompletableFuture<String> output;

  private RunnerProcess(Process process, Path out) {
    this.process = process;
    this.out = out;
    this.output = CompletableFuture.supplyAsync(this::readOutput);
  }

  static RunnerProcess start(Path out, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = command(out, arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return new RunnerProcess(builder.start(), out);
  }

  private static List<String> command(Path out, String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(java(), "-Duser.language=ar", "-Duser.country=EG"));
    command.addAll(List.of("-jar", jar("target/stress.jar"), "run", "--out", out.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Starts it at a terminal of its own, made by script(1); what it shows arrives as output. */
  static RunnerProcess startAtTerminal(Path out, String... arguments) throws IOException {
    String line = "'" + String.join("' '", command(out, arguments)) + "'";
    List<String> command = List.of("script", "-q", "-e", "-f", "-c", "exec " + line, "/dev/null");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("TERM", "xterm");
    return new RunnerProcess(builder.start(), out);
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

  /** Presses a key at its terminal. */
  void type(char key) throws IOException {
    process.getOutputStream().write(key);
    process.getOutputStream().flush();
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
    try (Reader in = new InputStreamReader(process.getInputStream(), UTF_8)) {
      for (int c = in.read(); c != -1; c = in.read()) {
        synchronized (seen) {
          seen.append((char) c);
          seen.notifyAll();
        }
      }
      return seenSoFar();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until its output holds that text. */
  void awaitOutput(String text) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    synchronized (seen) {
      while (seen.indexOf(text) < 0 && !output.isDone() && System.nanoTime() < end) {
        seen.wait(1_000);
      }
    }
    String all = seenSoFar();
    assertThat(all.contains(text)).as(all.substring(Math.max(0, all.length() - 300))).isTrue();
  }

  private String seenSoFar() {
    synchronized (seen) {
      return seen.toString();
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
