package cloakroom.stress.load;

import org.apache.jmeter.processor.PostProcessor;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.ThreadListener;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterVariables;

/**
 * Writes the two extra columns of samples.jtl: when a sample was due, and which error the tier
 * names in its answer.
 *
 * <p>A post-processor, because JMeter copies the variables of a row before it calls any listener.
 */
final class SampleMarks extends PlanElement implements PostProcessor, ThreadListener {
  static final String DUE = "due";
  static final String TIER_ERROR = "tierError";

  private static final String HEADER = "Cloakroom-Error:";

  @Override
  public void threadStarted() {
    DuePoint.start(System.currentTimeMillis());
  }

  @Override
  public void threadFinished() {
    DuePoint.finish();
  }

  @Override
  public void process() {
    JMeterContext context = JMeterContextService.getContext();
    SampleResult sample = context.getPreviousResult();
    UnknownWaits.note();
    long due = DuePoint.current().sampled(sample.getStartTime(), sample.getEndTime());
    JMeterVariables variables = context.getVariables();
    variables.put(DUE, Long.toString(due));
    variables.put(TIER_ERROR, tierError(sample.getResponseHeaders()));
  }

  /** The value of the header Cloakroom-Error, or "". */
  static String tierError(String headers) {
    int from = 0;
    while (from < headers.length()) {
      int to = headers.indexOf('\n', from);
      to = to < 0 ? headers.length() : to;
      if (headers.regionMatches(true, from, HEADER, 0, HEADER.length())) {
        return headers.substring(from + HEADER.length(), to).strip();
      }
      from = to + 1;
    }
    return "";
  }
}
