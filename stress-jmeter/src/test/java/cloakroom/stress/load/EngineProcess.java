package cloakroom.stress.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An engine in a JVM of its own, and what it says. */
final class EngineProcess implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<JsonNode> told = new ArrayList<>();
  private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
  private final Process process;
  private final Thread reader;

  private EngineProcess(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "engine-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts an engine with the shipped plan, unless the arguments name another. */
  static EngineProcess start(Path out, int port, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("--home", Plans.HOME.toString()));
    command.addAll(List.of("--out", out.toString(), "-Jport=" + port));
    if (!List.of(arguments).contains("--plan")) {
      command.addAll(List.of("--plan", Plans.ADF_SESSION.toString()));
    }
    command.addAll(List.of(arguments));
    return start(command);
  }

  static EngineProcess start(List<String> arguments) throws IOException {
    return new EngineProcess(java("cloakroom.stress.load.Engine", arguments).start());
  }

  /** A JVM with the class path of this one. */
  static ProcessBuilder java(String mainClass, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String line;
      while ((line = lines.readLine()) != null) {
        events.add(JSON.readTree(line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for an event of that name. */
  JsonNode await(String name) throws InterruptedException, TimeoutException {
    JsonNode event;
    do {
      event = events.poll(20, TimeUnit.SECONDS);
      if (event == null) {
        throw new TimeoutException("no event " + name + " after " + told);
      }
      told.add(event);
    } while (!event.get("event").asText().equals(name));
    return event;
  }

  void say(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** What the death of the parent looks like. */
  void closeInput() throws IOException {
    process.getOutputStream().close();
  }

  /** Sends a signal as a terminal does. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  boolean endsWithin(long seconds) throws InterruptedException {
    return process.waitFor(seconds, TimeUnit.SECONDS);
  }

  int exitCode() throws InterruptedException, TimeoutException {
    if (!endsWithin(30)) {
      throw new TimeoutException("the engine still runs after " + told);
    }
    return process.exitValue();
  }

  /** Every event of the whole run, once the process has ended. */
  List<JsonNode> events() throws InterruptedException {
    reader.join();
    events.drainTo(told);
    return told;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
