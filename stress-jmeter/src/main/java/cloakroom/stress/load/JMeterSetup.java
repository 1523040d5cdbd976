package cloakroom.stress.load;

import cloakroom.contract.OneLine;
import cloakroom.stress.files.SampleColumn;
import cloakroom.stress.files.TrialFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.util.JMeterUtils;

/**
 * Sets JMeter's properties before any other of its classes is touched: most of them read their
 * properties once, when they are loaded.
 */
final class JMeterSetup {
  private static final String SAVE = "jmeter.save.saveservice.";

  /** The columns of samples.jtl beside those that every format has. */
  private static final List<String> COLUMNS =
      List.of(
          "label",
          "response_code",
          "response_message",
          "thread_name",
          "successful",
          "assertion_results_failure_message",
          "bytes",
          "sent_bytes",
          "thread_counts",
          "time",
          "latency",
          "idle_time",
          "connect_time");

  private static final List<String> NO_COLUMNS =
      List.of(
          "data_type",
          "subresults",
          "assertions",
          "url",
          "filename",
          "hostname",
          "encoding",
          "sample_count",
          "response_data",
          "samplerData",
          "responseHeaders",
          "requestHeaders");

  private JMeterSetup() {}

  /** Prepares home, log and properties for one trial. */
  static void prepare(EngineSettings settings, TrialFiles files) throws EngineException {
    log(files);
    try {
      JMeterHome.prepare(settings.home);
    } catch (IOException e) {
      throw new EngineException(
          "cannot prepare the JMeter home " + settings.home + ": " + OneLine.ofCause(e));
    }
    load(settings.home);
    Properties properties = JMeterUtils.getJMeterProperties();
    properties.putAll(connections());
    properties.putAll(settings.properties);
    properties.putAll(measuring());
    properties.putAll(dashboard(files));
    JMeterUtils.initLocale();
  }

  /** Only ever the trial's own log: without a file name in place JMeter would write to stdout. */
  private static void log(TrialFiles files) {
    System.setProperty("log4j2.configurationFile", "engine-log4j2.xml");
    System.setProperty("jmeter.logfile", files.engineLog().toString());
    System.setProperty("java.awt.headless", "true");
    System.setProperty(JMeter.JMETER_NON_GUI, "true");
  }

  private static void load(Path home) {
    JMeterUtils.setJMeterHome(home.toString());
    JMeterUtils.loadJMeterProperties(home.resolve("bin/jmeter.properties").toString());
  }

  /** A user may override these with -J. */
  private static Map<String, String> connections() {
    return Map.of(
        // a request that fails is a failure and not a second request
        "httpclient4.retrycount", "0",
        "httpclient4.request_sent_retry_enabled", "false",
        // a connection that stood idle for longer is looked at before its use (costs 1 ms)
        "httpclient4.validate_after_inactivity", "4900",
        // a user keeps one connection for the whole session
        "httpclient4.time_to_live", "3600000");
  }

  /** The measurement rests on these; -J cannot change them. */
  private static Properties measuring() {
    Properties pinned = new Properties();
    pinned.put("sample_variables", SampleColumn.all());
    pinned.put("sampleresult.timestamp.start", "true");
    pinned.put("jmeterengine.stopfail.system.exit", "false");
    pinned.put("jmeterengine.force.system.exit", "false");
    pinned.put(SAVE + "output_format", "csv");
    pinned.put(SAVE + "default_delimiter", ",");
    pinned.put(SAVE + "print_field_names", "true");
    pinned.put(SAVE + "timestamp_format", "ms");
    pinned.put(SAVE + "assertion_results", "none");
    pinned.put(SAVE + "autoflush", "false");
    COLUMNS.forEach(column -> pinned.put(SAVE + column, "true"));
    NO_COLUMNS.forEach(column -> pinned.put(SAVE + column, "false"));
    return pinned;
  }

  /** Percentiles over all samples instead of the last 20,000, and a point for each second. */
  private static Map<String, String> dashboard(TrialFiles files) {
    return Map.of(
        "jmeter.reportgenerator.statistic_window",
        "-1",
        "jmeter.reportgenerator.overall_granularity",
        "1000",
        "jmeter.reportgenerator.outputdir",
        files.dashboard().toString(),
        "jmeter.reportgenerator.temp_dir",
        files.dashboardScratch().toString());
  }
}
