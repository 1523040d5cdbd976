package cloakroom.stress.load;

import cloakroom.contract.Headers;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.SampleColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.jmeter.processor.PostProcessor;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.ThreadListener;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterVariables;
import org.apache.jmeter.threads.openmodel.OpenModelThreadGroup;
import org.apache.jmeter.threads.openmodel.ParserException;
import org.apache.jmeter.threads.openmodel.ThreadScheduleProcessGenerator;
import org.apache.jmeter.threads.openmodel.ThreadScheduleUtils;
import org.apache.jmeter.threads.openmodel.TokenizerException;

/**
 * Writes the extra columns of samples.jtl: when a sample was due, and in the answer's headers which
 * error the tier names, of which class the database's error behind it was, and whether a commit had
 * nothing to commit. Leaves out the requests that the engine broke off when it was told to stop.
 *
 * <p>A post-processor, because JMeter copies the variables of a row before it calls any listener.
 */
final class SampleMarks extends PlanElement implements PostProcessor, ThreadListener {
  /** Null on an engine elsewhere: its controller knows whether it has told it to stop. */
  private final transient BooleanSupplier cutShort;

  private final transient Map<String, Arrivals> arrivals = new ConcurrentHashMap<>();

  SampleMarks(BooleanSupplier cutShort) {
    this.cutShort = cutShort;
  }

  @Override
  public void threadStarted() {
    JMeterContext context = JMeterContextService.getContext();
    if (context.getThreadGroup() instanceof OpenModelThreadGroup group) {
      Arrivals schedule = arrivals.computeIfAbsent(group.getName(), name -> new Arrivals(group));
      DueTime.begin(schedule.due(context.getThreadNum()), true);
    } else {
      DueTime.begin(SteadyTime.millis(), false);
    }
  }

  @Override
  public void threadFinished() {
    DueTime.finish();
  }

  @Override
  public void process() {
    JMeterContext context = JMeterContextService.getContext();
    SampleResult sample = context.getPreviousResult();
    InstrumentedElements.noteUnknownWaits();
    long due = DueTime.current().sampled(sample.getStartTime(), sample.getEndTime());
    JMeterVariables variables = context.getVariables();
    variables.put(SampleColumn.DUE.label(), Long.toString(due));
    String headers = sample.getResponseHeaders();
    variables.put(SampleColumn.TIER_ERROR.label(), value(headers, Headers.ERROR));
    variables.put(SampleColumn.ERROR_CLASS.label(), value(headers, Headers.ERROR_CLASS));
    variables.put(SampleColumn.COMMIT.label(), value(headers, Headers.COMMIT));
    // what the engine itself broke off is no failure of a server, and in no figure
    if (cutShort != null && cutShort.getAsBoolean() && brokenOff(sample)) {
      sample.setIgnore();
    }
  }

  static boolean brokenOff(SampleResult sample) {
    return sample.getResponseCode().startsWith("Non HTTP");
  }

  /** The value of that header, or "". */
  static String value(String headers, String header) {
    String name = header + ":";
    return headers
        .lines()
        .filter(line -> line.regionMatches(true, 0, name, 0, name.length()))
        .map(line -> line.substring(name.length()).strip())
        .findFirst()
        .orElse("");
  }

  /**
   * When the sessions of an open model's group are due: JMeter's own schedule, drawn once more from
   * the same seed. JMeter starts a session late without a word when it cannot keep up.
   */
  private static final class Arrivals {
    private final long begin = JMeterContextService.getTestStartTime();
    private final boolean known;
    private final PrimitiveIterator.OfDouble schedule;
    private final List<Long> moments = new ArrayList<>();

    Arrivals(OpenModelThreadGroup group) {
      known = group.getRandomSeed() != 0;
      try {
        schedule =
            new ThreadScheduleProcessGenerator(
                new Random(group.getRandomSeed()),
                ThreadScheduleUtils.ThreadSchedule(group.getScheduleString()));
      } catch (ParserException | TokenizerException e) {
        throw new IllegalStateException(e); // JMeter has read the same text
      }
    }

    /** Epoch milliseconds; now, of a schedule whose seed JMeter drew for itself. */
    synchronized long due(int number) {
      while (known && moments.size() <= number && schedule.hasNext()) {
        moments.add(begin + Math.round(1000 * schedule.nextDouble()));
      }
      return known && number < moments.size() ? moments.get(number) : SteadyTime.millis();
    }
  }
}
