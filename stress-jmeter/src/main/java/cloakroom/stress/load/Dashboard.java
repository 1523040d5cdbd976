package cloakroom.stress.load;

import cloakroom.contract.OneLine;
import cloakroom.stress.files.TrialFiles;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.apache.jmeter.report.config.ConfigurationException;
import org.apache.jmeter.report.dashboard.GenerationException;
import org.apache.jmeter.report.dashboard.ReportGenerator;
import org.apache.jmeter.util.JMeterUtils;

/** JMeter's own HTML dashboard of the measured phase. */
final class Dashboard {
  private static final String PREFIX = "jmeter.reportgenerator.";
  private static final String DATE_FORMAT = "yyyy-MM-dd-HH-mm-ss-SSS";

  private Dashboard() {}

  /**
   * Writes the dashboard from the finished samples.
   *
   * @param measuredFrom epoch milliseconds; what began earlier is warm-up and not shown
   */
  static void write(TrialFiles files, long measuredFrom) throws EngineException {
    JMeterUtils.setProperty(PREFIX + "date_format", DATE_FORMAT);
    JMeterUtils.setProperty(PREFIX + "start_date", text(measuredFrom));
    try {
      new ReportGenerator(files.samples().toString(), null).generate();
    } catch (ConfigurationException | GenerationException | RuntimeException e) {
      throw new EngineException(
          "cannot write the dashboard " + files.dashboard() + ": " + OneLine.ofCause(e));
    }
  }

  private static String text(long epochMillis) {
    return DateTimeFormatter.ofPattern(DATE_FORMAT, Locale.ROOT)
        .format(Instant.ofEpochMilli(epochMillis).atZone(ZoneId.systemDefault()));
  }
}
