package cloakroom.stress.load;

import cloakroom.contract.Phase;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.Times;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.apache.jmeter.control.TransactionController;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.ThreadListener;
import org.apache.jmeter.threads.JMeterContextService;

/**
 * Listener that counts and times every sample, called in the thread that sent the request.
 *
 * <p>The measured phase begins with the first thread that is not in a warm-up group ({@link
 * Phase#WARM_UP}). Warm-up groups are setUp groups, which JMeter runs first.
 */
final class SampleRecorder extends PlanElement implements SampleListener, ThreadListener {
  private static final long MAX_QUIET_MILLIS = 1_000;

  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** JMeter variable: time in epoch milliseconds after which the user starts no more iterations. */
  private static final String UNTIL = "until";

  private final Events events;
  private final WarmUpEnd warmUpEnd;
  private final LongSupplier stamps;
  private volatile boolean warm;
  private final Intervals response = new Intervals(3);
  private final Intervals service = new Intervals(3);
  private final Intervals lag = new Intervals(2);
  private final LongAdder requests = new LongAdder();
  private final LongAdder transactions = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder recent = new LongAdder();
  private final LongAdder recentMillis = new LongAdder();
  private final LongAccumulator lastEnd = new LongAccumulator(Math::max, 0);
  private final AtomicLong measuredFrom = new AtomicLong();
  private long lastTick = SteadyTime.millis();

  private static final class Intervals {
    private static final long MAX_MILLIS = 3_600_000;

    private final Recorder recorder;
    private final Histogram all;
    private Histogram last;

    Intervals(int digits) {
      recorder = new Recorder(MAX_MILLIS, digits);
      all = new Histogram(MAX_MILLIS, digits);
    }

    void record(long milliseconds) {
      recorder.recordValue(Math.min(Math.max(milliseconds, 0), MAX_MILLIS));
    }

    Histogram next() {
      last = recorder.getIntervalHistogram(last);
      all.add(last);
      return last;
    }
  }

  /**
   * Criterion for the end of a warm-up: enough requests, and a mean service time that no longer
   * falls as it does during JIT compilation. A warm-up ends after {@value MAX_SECONDS} seconds in
   * any case.
   */
  static final class WarmUpEnd {
    static final int MIN_REQUESTS = 600;
    static final int MAX_SECONDS = 8;
    private static final double STABLE = 0.8;

    private int seconds;
    private long requests;
    private double before = Double.NaN;

    boolean add(long count, double meanMs) {
      boolean stable = count > 0 && meanMs >= STABLE * before;
      seconds++;
      requests += count;
      before = count > 0 ? meanMs : before;
      return seconds >= MAX_SECONDS || (stable && requests >= MIN_REQUESTS);
    }
  }

  /** Creates a recorder. {@code warmUpEnd} is null if the JMeter plan ends the warm-up. */
  SampleRecorder(Events events, WarmUpEnd warmUpEnd, LongSupplier stamps) {
    this.events = events;
    this.warmUpEnd = warmUpEnd;
    this.stamps = stamps;
  }

  @Override
  public void threadStarted() {
    String group = JMeterContextService.getContext().getThreadGroup().getName();
    if (!group.startsWith(Phase.WARM_UP)) {
      begin();
    }
  }

  synchronized void begin() {
    if (measuredFrom.get() == 0) {
      // Uses the earlier of two clocks: JMeter's sample times may lag behind the system clock.
      long now = Math.min(SteadyTime.millis(), stamps.getAsLong());
      measuredFrom.set(now);
      events.send(Events.MEASURED, Map.of("at", now));
    }
  }

  @Override
  public void threadFinished() {}

  @Override
  public void sampleOccurred(SampleEvent event) {
    SampleResult sample = event.getResult();
    boolean measured = !sample.getThreadName().startsWith(Phase.WARM_UP);
    if (!TransactionController.isFromTransactionController(sample)) {
      // Uses the due time written to samples.jtl, so that the histograms agree with this file.
      request(sample, event.getVarValue(0), measured);
    } else if (measured) {
      transactions.increment();
    }
    if (warm && !measured) {
      JMeterContextService.getContext().getVariables().put(UNTIL, "1");
    }
  }

  /** Records a request; {@code dueText} is empty if a remote engine reports no due times. */
  private void request(SampleResult sample, String dueText, boolean measured) {
    long due = dueText.isEmpty() ? sample.getStartTime() : Long.parseLong(dueText);
    // Computes the end, because only the timestamp of a remote sample is in local time.
    lastEnd.accumulate(sample.getTimeStamp() + sample.getTime());
    recent.increment();
    recentMillis.add(sample.getTime());
    if (!dueText.isEmpty()) {
      lag.record(sample.getStartTime() - due);
    }
    if (measured) {
      requests.increment();
      errors.add(sample.isSuccessful() ? 0 : 1);
      response.record(sample.getEndTime() - due);
      service.record(sample.getTime());
    }
  }

  /** Returns the start of the measured phase in epoch milliseconds; 0 if it has not begun. */
  long measuredFrom() {
    return measuredFrom.get();
  }

  /**
   * Returns the end of the load in epoch milliseconds: the current time, or the end of the last
   * sample if that was over a second ago. JMeter may keep running after its last user.
   */
  long over() {
    long now = SteadyTime.millis();
    return Math.max(lastEnd.get(), now - lastEnd.get() > MAX_QUIET_MILLIS ? measuredFrom() : now);
  }

  Events.Finished totals(boolean cutShort) {
    return new Events.Finished(requests.sum(), transactions.sum(), errors.sum(), cutShort);
  }

  /**
   * Returns the load's progress. Rates and percentiles cover the time since the previous call, so
   * only one thread may call this method.
   */
  Tick tick(int users) {
    long now = SteadyTime.millis();
    service.next();
    Histogram responses = response.next();
    Histogram lags = lag.next();
    long count = recent.sumThenReset();
    double mean = count == 0 ? 0 : (double) recentMillis.sumThenReset() / count;
    double perSecond = count * 1000.0 / Math.max(1, now - lastTick);
    lastTick = now;
    boolean measured = measuredFrom() > 0;
    long gcMillis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      gcMillis += collector.getCollectionTime();
    }
    if (warmUpEnd != null && !measured && !warm) {
      warm = warmUpEnd.add(count, mean);
    }
    return new Tick(
        now,
        measured ? Phase.MEASURED : Phase.WARM_UP,
        requests.sum(),
        transactions.sum(),
        errors.sum(),
        rounded(mean),
        rounded(perSecond),
        users,
        rounded(PROCESS.getProcessCpuTime() / 1e9),
        gcMillis,
        count > 0 && lags.getTotalCount() == 0 ? Double.NaN : lags.getValueAtPercentile(95),
        responses.getTotalCount() == 0 ? Double.NaN : responses.getValueAtPercentile(95),
        measured ? soFar(now) : Map.of());
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private Map<String, Double> soFar(long now) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    Times.summarize("response", response.all, 1, metrics);
    Times.summarize("service", service.all, 1, metrics);
    double count = requests.sum();
    metrics.put("requests", count);
    metrics.put("errors", (double) errors.sum());
    metrics.put("throughputPerSecond", count * 1000 / Math.max(1, now - measuredFrom()));
    return metrics;
  }
}
