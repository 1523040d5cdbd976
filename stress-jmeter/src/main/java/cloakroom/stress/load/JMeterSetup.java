package cloakroom.stress.load;

import cloakroom.contract.OneLine;
import cloakroom.stress.files.SampleColumn;
import cloakroom.stress.files.TrialFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.util.JMeterUtils;

/**
 * Sets JMeter's properties before any other of its classes is touched: most of them read their
 * properties once, when they are loaded.
 */
final class JMeterSetup {
  private JMeterSetup() {}

  static void prepare(EngineSettings settings, TrialFiles files) throws EngineException {
    log(files);
    try {
      JMeterHome.prepare(settings.home);
    } catch (IOException e) {
      throw new EngineException(
          "cannot prepare the JMeter home " + settings.home + ": " + OneLine.ofCause(e));
    }
    JMeterUtils.setJMeterHome(settings.home.toString());
    JMeterUtils.loadJMeterProperties(settings.home.resolve("bin/jmeter.properties").toString());
    Properties properties = JMeterUtils.getJMeterProperties();
    load(properties, "/engine-defaults.properties");
    properties.putAll(settings.properties);
    load(properties, "/engine-pinned.properties");
    properties.put("sample_variables", SampleColumn.all());
    properties.put("jmeter.reportgenerator.outputdir", files.dashboard().toString());
    properties.put("jmeter.reportgenerator.temp_dir", files.dashboardScratch().toString());
    JMeterUtils.initLocale();
  }

  /** Only ever the trial's own log: without a file name in place JMeter would write to stdout. */
  private static void log(TrialFiles files) {
    System.setProperty("log4j2.configurationFile", "engine-log4j2.xml");
    System.setProperty("jmeter.logfile", files.engineLog().toString());
    System.setProperty("java.awt.headless", "true");
    System.setProperty(JMeter.JMETER_NON_GUI, "true");
  }

  private static void load(Properties properties, String resource) {
    try (InputStream in = JMeterSetup.class.getResourceAsStream(resource)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
