package cloakroom.stress.load;

import cloakroom.testing.JarProcess;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An engine in a JVM of its own, and what it says. */
final class EngineProcess extends JarProcess implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MINUTES = 1;

  private EngineProcess(Process process) {
    super(process, MINUTES);
  }

  /** Starts an engine with the shipped plan. */
  static EngineProcess start(Path out, int port, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("--home", Plans.HOME.toString()));
    command.addAll(List.of("--plan", Plans.ADF_SESSION.toString()));
    command.addAll(List.of("--out", out.toString(), "-Jport=" + port));
    command.addAll(List.of(arguments));
    return new EngineProcess(java("cloakroom.stress.load.Engine", command).start());
  }

  static EngineProcess of(ProcessBuilder builder) throws IOException {
    return new EngineProcess(builder.start());
  }

  /** A JVM with the class path of this one. */
  static ProcessBuilder java(String mainClass, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(java(), "-Xmx256m"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  /** Waits for a tick of that phase. */
  void awaitTick(String phase) throws InterruptedException {
    awaitOutput("\"phase\":\"" + phase + "\"");
  }

  /** What the death of the parent looks like. */
  void closeInput() throws IOException {
    process.getOutputStream().close();
  }

  long processId() {
    return process.pid();
  }

  boolean endsWithin(long seconds) throws InterruptedException {
    return process.waitFor(seconds, TimeUnit.SECONDS);
  }

  /** Every event of the whole run, once the process has ended. */
  List<JsonNode> events() throws JsonProcessingException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : output().lines().toList()) {
      events.add(JSON.readTree(line));
    }
    return events;
  }

  @Override
  public void close() {
    kill();
  }
}
