package cloakroom.stress.load;

import static java.io.File.pathSeparator;

import cloakroom.testing.ClassArchive;
import cloakroom.testing.JarProcess;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class EngineProcess extends JarProcess implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ENGINE = "cloakroom.stress.load.Engine";
  static final long MINUTES = 10;
  private static final String JAR = "target/stress.jar";

  static {
    ClassArchive.make(JAR, EngineProcess::loadOnce);
  }

  private EngineProcess(Process process) {
    super(process, MINUTES);
  }

  /** Runs a load with the jar alone: a class archive cannot contain folders. */
  private static void loadOnce(List<String> options) throws IOException, InterruptedException {
    Path out = Files.createTempDirectory(Path.of("target"), "trained-").toAbsolutePath();
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(List.of(SHORT_LIVED.split(" ", -1)));
    command.addAll(options);
    command.addAll(List.of("-cp", jar(JAR), ENGINE, "--home", Plans.HOME.toString()));
    command.addAll(List.of("--plan", Plans.ADF_SESSION.toString(), "--out", out.toString()));
    command.addAll(List.of("-Jusers=1", "-Jiterations=1", "-Jthink_ms=0", "-Jwarmup_users=0"));
    try (StubTier tier = new StubTier()) {
      command.add("-Jport=" + tier.port());
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }
  }

  static EngineProcess start(Path out, int port, String... arguments) throws IOException {
    return start(Plans.ADF_SESSION, out, port, arguments);
  }

  static EngineProcess start(Path plan, Path out, int port, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("--home", Plans.HOME.toString()));
    command.addAll(List.of("--plan", plan.toString()));
    command.addAll(List.of("--out", out.toString(), "-Jport=" + port));
    command.addAll(List.of(arguments));
    return new EngineProcess(java(ENGINE, command).start());
  }

  static EngineProcess of(ProcessBuilder builder) throws IOException {
    return new EngineProcess(builder.start());
  }

  /** Returns a JVM with the class path of this one after the jar with the archive. */
  static ProcessBuilder java(String mainClass, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(java(), "-Xmx256m"));
    command.addAll(List.of(SHORT_LIVED.split(" ", -1)));
    command.addAll(ClassArchive.options(JAR));
    String classes = jar(JAR) + pathSeparator + System.getProperty("java.class.path");
    command.addAll(List.of("-cp", classes, mainClass));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  /** Closes the input, as the death of the parent does. */
  void closeInput() throws IOException {
    process.getOutputStream().close();
  }

  long processId() {
    return process.pid();
  }

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
