package cloakroom.stress.load;

import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.platform.OneLine;
import cloakroom.stress.folder.SampleColumn;
import cloakroom.stress.folder.TrialFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.util.JMeterUtils;

/**
 * JMeter home folder, which the engine unpacks from the jar {@code ApacheJMeter_config}.
 *
 * <p>JMeter reads its properties and dashboard templates only from files.
 */
final class JMeterHome {
  private JMeterHome() {}

  /**
   * Sets JMeter's properties. Must run before JMeter classes are loaded, because most read
   * properties only then.
   */
  static void configure(Path home, Map<String, String> given, Path trial) {
    // Without a log file, JMeter would log to standard output and corrupt the event stream.
    System.setProperty("log4j2.configurationFile", "engine-log4j2.xml");
    System.setProperty("jmeter.logfile", TrialFile.ENGINE_LOG.in(trial).toString());
    System.setProperty("java.awt.headless", "true");
    System.setProperty(JMeter.JMETER_NON_GUI, "true");
    try {
      prepare(home);
    } catch (IOException e) {
      throw wrongUse("cannot prepare the JMeter home " + home + ": " + OneLine.ofCause(e));
    }
    JMeterUtils.setJMeterHome(home.toString());
    JMeterUtils.loadJMeterProperties(home.resolve("bin/jmeter.properties").toString());
    Properties properties = JMeterUtils.getJMeterProperties();
    properties.putAll(properties(given));
    properties.put("jmeter.reportgenerator.outputdir", TrialFile.DASHBOARD.in(trial).toString());
    properties.put(
        "jmeter.reportgenerator.temp_dir", TrialFile.DASHBOARD_SCRATCH.in(trial).toString());
    JMeterUtils.initLocale();
  }

  static Properties properties(Map<String, String> given) {
    Properties properties = new Properties();
    load(properties, "/engine-defaults.properties");
    properties.putAll(given);
    load(properties, "/engine-pinned.properties");
    properties.put("sample_variables", SampleColumn.all());
    return properties;
  }

  private static void load(Properties properties, String resource) {
    try (InputStream in = JMeterHome.class.getResourceAsStream(resource)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void prepare(Path home) throws IOException {
    URL bin = JMeterHome.class.getResource("/bin/jmeter.properties");
    if (bin == null) {
      throw new IOException("the jar ApacheJMeter_config is not on the class path");
    }
    Path marker = home.resolve("bin/unpacked");
    String jar = bin.toString().replaceFirst(".*/([^/]+)!.*", "$1");
    if (!Files.exists(marker) || !Files.readString(marker).equals(jar)) {
      unpack(URI.create(bin.toString()), home);
      Files.writeString(marker, jar);
    }
  }

  private static void unpack(URI insideJar, Path home) throws IOException {
    // JMeter logs an error if one of these folders is missing.
    for (String folder : List.of("lib/ext", "lib/junit")) {
      Files.createDirectories(home.resolve(folder));
    }
    try (FileSystem files = FileSystems.newFileSystem(insideJar, Map.of());
        Stream<Path> all = Files.walk(files.getPath("/bin"))) {
      for (Path from : (Iterable<Path>) all::iterator) {
        Path to = home.resolve(from.toString().substring(1));
        if (Files.isDirectory(from)) {
          Files.createDirectories(to);
        } else {
          Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
