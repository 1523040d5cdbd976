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
 * Post-processor that fills Cloakroom's own columns of samples.jtl ({@link SampleColumn}). It also
 * discards requests that a stop of the load interrupted.
 *
 * <p>A listener would be too late: JMeter copies variables into the row before it calls listeners.
 */
final class SampleMarks extends PlanElement implements PostProcessor, ThreadListener {
  /**
   * Returns whether the load was stopped early; null on a remote engine. The controller discards
   * the interrupted requests of remote engines.
   */
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
   * Scheduled start times of the sessions in an Open Model Thread Group. JMeter reports only the
   * actual starts, so this class computes the schedule again from the group's seed.
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

    /** Returns a session's scheduled start in epoch ms; the current time if the seed is unknown. */
    synchronized long due(int number) {
      while (known && times.size() <= number && schedule.hasNext()) {
        times.add(begin + Math.round(1000 * schedule.nextDouble()));
      }
      return known && number < times.size() ? times.get(number) : SteadyTime.millis();
    }
  }
}
