package cloakroom.stress.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.contract.MachineTime;
import cloakroom.stress.files.RunFiles;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.util.JMeterVersion;

/** Writes {@code environment.json}: what ran, on what. */
final class EnvironmentFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private EnvironmentFile() {}

  static void write(RunFolder folder, StressJar installation, Map<String, String> database) {
    ObjectNode json = JSON.createObjectNode();
    json.put("cloakroom", installation.version());
    json.put("gitCommit", gitCommit(installation.target()).orElse(null));
    json.put("java", property("java.vendor") + " " + property("java.runtime.version"));
    json.put("os", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
    json.put("cpus", Runtime.getRuntime().availableProcessors());
    json.put("cpuModel", MachineTime.processor().orElse(null));
    json.put("memoryBytes", MachineLimits.memory());
    // from the jar's manifest: naming the class initialises nothing of JMeter
    json.put("jmeter", JMeterVersion.class.getPackage().getImplementationVersion());
    json.set("database", database(database));
    RunFolder.write(folder.path().resolve(RunFiles.ENVIRONMENT), json);
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }

  private static ObjectNode database(Map<String, String> known) {
    Map<String, String> settings = new LinkedHashMap<>(known);
    ObjectNode json = JSON.createObjectNode();
    json.put("version", settings.remove("version"));
    json.set("settings", JSON.valueToTree(settings));
    return json;
  }

  /** The commit that the jar's folder is checked out at, "-dirty" behind it if files differ. */
  private static Optional<String> gitCommit(Path folder) {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*")
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
      boolean done = git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0;
      return done && !answer.isEmpty() ? Optional.of(answer) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
