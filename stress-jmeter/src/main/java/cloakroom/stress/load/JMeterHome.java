package cloakroom.stress.load;

import cloakroom.platform.OneLine;
import cloakroom.stress.folder.SampleColumn;
import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.process.StressFailure;
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
 * A JMeter home folder made from the class path.
 *
 * <p>JMeter reads its properties and the dashboard's templates as files under its home and nowhere
 * else. They come in the jar {@code ApacheJMeter_config}, below {@code bin}.
 */
final class JMeterHome {
  private static final String MARKER = "bin/unpacked";

  private JMeterHome() {}

  /**
   * Sets JMeter's properties before any other of its classes is touched: most of them read their
   * properties once, when they are loaded.
   */
  static void configure(Path home, Map<String, String> given, Path trial) {
    log(trial);
    try {
      prepare(home);
    } catch (IOException e) {
      throw StressFailure.wrongUse(
          "cannot prepare the JMeter home " + home + ": " + OneLine.ofCause(e));
    }
    JMeterUtils.setJMeterHome(home.toString());
    JMeterUtils.loadJMeterProperties(home.resolve("bin/jmeter.properties").toString());
    Properties properties = JMeterUtils.getJMeterProperties();
    properties.putAll(ours(given));
    properties.put("jmeter.reportgenerator.outputdir", TrialFile.DASHBOARD.in(trial).toString());
    properties.put(
        "jmeter.reportgenerator.temp_dir", TrialFile.DASHBOARD_SCRATCH.in(trial).toString());
    JMeterUtils.initLocale();
  }

  /** What we set on top of JMeter's own, on every engine. */
  static Properties ours(Map<String, String> given) {
    Properties properties = new Properties();
    load(properties, "/engine-defaults.properties");
    properties.putAll(given);
    load(properties, "/engine-pinned.properties");
    properties.put("sample_variables", SampleColumn.all());
    return properties;
  }

  /** Only ever the trial's own log: without a file name in place JMeter would write to stdout. */
  private static void log(Path folder) {
    System.setProperty("log4j2.configurationFile", "engine-log4j2.xml");
    System.setProperty("jmeter.logfile", TrialFile.ENGINE_LOG.in(folder).toString());
    System.setProperty("java.awt.headless", "true");
    System.setProperty(JMeter.JMETER_NON_GUI, "true");
  }

  private static void load(Properties properties, String resource) {
    try (InputStream in = JMeterHome.class.getResourceAsStream(resource)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes {@code home} complete; does nothing if it already is. */
  static void prepare(Path home) throws IOException {
    URL bin = JMeterHome.class.getResource("/bin/jmeter.properties");
    if (bin == null) {
      throw new IOException("the jar ApacheJMeter_config is not on the class path");
    }
    Path marker = home.resolve(MARKER);
    String jar = bin.toString().replaceFirst(".*/([^/]+)!.*", "$1");
    if (!Files.exists(marker) || !Files.readString(marker).equals(jar)) {
      unpack(URI.create(bin.toString()), home);
      Files.writeString(marker, jar);
    }
  }

  private static void unpack(URI insideJar, Path home) throws IOException {
    // stock JMeter complains about each of the two if it is missing
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
