package cloakroom.stress.run;

import cloakroom.contract.Installed;
import cloakroom.contract.MachineTime;
import cloakroom.stress.files.RunFiles;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.jmeter.util.JMeterVersion;

/** Writes {@code environment.json}: what ran, on what. */
final class EnvironmentFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private EnvironmentFile() {}

  static void write(RunFolder folder, StressJar installation, Map<String, String> database) {
    ObjectNode json = JSON.createObjectNode();
    json.put("cloakroom", Installed.version(EnvironmentFile.class));
    json.put("gitCommit", Installed.revision(installation.target()).orElse(null));
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
}
