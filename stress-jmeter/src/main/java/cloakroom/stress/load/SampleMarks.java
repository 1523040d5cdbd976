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
 * Post-processor that fills the {@link SampleColumn}s of a row and drops the requests that the
 * engine cancelled when it was stopped.
 *
 * <p>It is no listener because JMeter copies the variables of a row before it calls any.
 */
final class SampleMarks extends PlanElement implements PostProcessor, ThreadListener {
  /** Null on a remote engine, whose controller drops the cancelled requests. */
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
    if (cutShort != null && cutShort.getAsBoolean() && brokenOff(sample)) {
      sample.setIgnore();
    }
  }

  static boolean brokenOff(SampleResult sample) {
    return sample.getResponseCode().startsWith("Non HTTP");
  }

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
   * Due times of the sessions of an open model group: JMeter's own schedule, generated again from
   * the same seed, because JMeter does not report sessions that it starts late.
   */
  private static final class Arrivals {
    private final long begin = JMeterContextService.getTestStartTime();
    private final boolean known;
    private final PrimitiveIterator.OfDouble schedule;
    private final List<Long> times = new ArrayList<>();

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

    /** Returns epoch milliseconds; now if JMeter chose the seed. */
    synchronized long due(int number) {
      while (known && times.size() <= number && schedule.hasNext()) {
        times.add(begin + Math.round(1000 * schedule.nextDouble()));
      }
      return known && number < times.size() ? times.get(number) : SteadyTime.millis();
    }
  }
}
