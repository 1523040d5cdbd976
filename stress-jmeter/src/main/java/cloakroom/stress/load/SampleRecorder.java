package cloakroom.stress.load;

import cloakroom.contract.Phase;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.TrialFile;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
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
 * Counts and times every sample, in the thread that took it.
 *
 * <p>The measured phase begins with the first thread of a group that is not called {@link
 * Phase#WARM_UP}; JMeter starts it when the last thread of the warm-up, a setUp group, has ended.
 */
final class SampleRecorder extends PlanElement
    implements SampleListener, ThreadListener, AutoCloseable {
  private static final long LATEST_END = 1_000;
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Variable of a plan's user: no iteration begins after this time, in epoch milliseconds. */
  private static final String UNTIL = "until";

  private final Events events;
  private final WarmUpEnd ends;
  private final LongSupplier stamps;
  private volatile boolean warm;
  private final HistogramLog response;
  private final HistogramLog service;
  private final LongAdder requests = new LongAdder();
  private final LongAdder transactions = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder recentMillis = new LongAdder();
  private final Recorder recentLag = new Recorder(3_600_000, 2);
  private final LongAccumulator lastEnd = new LongAccumulator(Math::max, 0);
  private final AtomicLong measuredFrom = new AtomicLong();
  private long lastTick = SteadyTime.millis();
  private Histogram lag;

  /**
   * Opens the histogram logs.
   *
   * @param ends ends the warm-up; null if the plan does
   */
  SampleRecorder(Path folder, Events events, WarmUpEnd ends) throws IOException {
    this(folder, events, ends, () -> new SampleResult().currentTimeInMillis());
  }

  /**
   * Opens the histogram logs.
   *
   * @param stamps JMeter's clock, which stamps the samples
   */
  SampleRecorder(Path folder, Events events, WarmUpEnd ends, LongSupplier stamps)
      throws IOException {
    this.events = events;
    this.ends = ends;
    this.stamps = stamps;
    this.response = new HistogramLog(TrialFile.RESPONSE_TIMES.in(folder));
    this.service = new HistogramLog(TrialFile.SERVICE_TIMES.in(folder));
  }

  @Override
  public void threadStarted() {
    String group = JMeterContextService.getContext().getThreadGroup().getName();
    if (!group.startsWith(Phase.WARM_UP) && measuredFrom.get() == 0) {
      begin();
    }
  }

  /** Threads that start together wait here, so that nothing is recorded before the reset. */
  synchronized void begin() {
    if (measuredFrom.get() == 0) {
      // JMeter's clock may be behind by as long as another process interrupted its first reading
      long now = Math.min(SteadyTime.millis(), stamps.getAsLong());
      response.begin();
      service.begin();
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
      // the row's own column, so that histograms and samples.jtl cannot differ
      request(sample, Long.parseLong(event.getVarValue(0)), measured);
    } else if (measured) {
      transactions.increment();
    }
    if (warm && !measured) {
      JMeterContextService.getContext().getVariables().put(UNTIL, "1");
    }
  }

  private void request(SampleResult sample, long due, boolean measured) {
    // an engine elsewhere has its own clock, and only the stamp is one of ours
    lastEnd.accumulate(sample.getTimeStamp() + sample.getTime());
    recentMillis.add(sample.getTime());
    recentLag.recordValue(Math.min(Math.max(sample.getStartTime() - due, 0), 3_600_000));
    if (measured) {
      requests.increment();
      errors.add(sample.isSuccessful() ? 0 : 1);
      response.record(sample.getEndTime() - due);
      service.record(sample.getTime());
    }
  }

  /** Epoch milliseconds, 0 while warming up. */
  long measuredFrom() {
    return measuredFrom.get();
  }

  /** When the load was over: JMeter sits out an open schedule though everybody has left. */
  long over() {
    long now = SteadyTime.millis();
    return Math.max(lastEnd.get(), now - lastEnd.get() > LATEST_END ? measuredFrom() : now);
  }

  Events.Finished totals(boolean cutShort) {
    return new Events.Finished(requests.sum(), transactions.sum(), errors.sum(), cutShort);
  }

  /** How the trial stands, with so many users at work; ends an interval of the histogram logs. */
  Tick tick(int users) {
    long now = SteadyTime.millis();
    double p95 = writeIntervals();
    lag = recentLag.getIntervalHistogram(lag);
    long count = lag.getTotalCount();
    long millis = recentMillis.sumThenReset();
    double perSecond = count * 1000.0 / Math.max(1, now - lastTick);
    lastTick = now;
    if (ends != null && measuredFrom() == 0 && !warm) {
      warm = ends.add(count, count == 0 ? 0 : (double) millis / count);
    }
    return new Tick(
        now,
        measuredFrom() > 0 ? Phase.MEASURED : Phase.WARM_UP,
        requests.sum(),
        transactions.sum(),
        errors.sum(),
        count == 0 ? 0 : rounded((double) millis / count),
        rounded(perSecond),
        users,
        rounded(PROCESS.getProcessCpuTime() / 1e9),
        gcMillis(),
        lag.getValueAtPercentile(95),
        p95,
        measuredFrom() > 0 ? soFar(now) : Map.of());
  }

  private static long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  /** The figures of the measured phase so far, by their names in reports. */
  private Map<String, Double> soFar(long now) {
    Map<String, Double> figures = new LinkedHashMap<>();
    response.summary().forEach((part, ms) -> figures.put("response." + part, ms));
    service.summary().forEach((part, ms) -> figures.put("service." + part, ms));
    double count = requests.sum();
    figures.put("requests", count);
    figures.put("errors", (double) errors.sum());
    figures.put("throughputPerSecond", count * 1000 / Math.max(1, now - measuredFrom()));
    return figures;
  }

  /** Returns the 95th percentile of the response times; not a number if nothing was measured. */
  private double writeIntervals() {
    if (measuredFrom() == 0) {
      return Double.NaN;
    }
    service.writeInterval();
    return response.writeInterval();
  }

  @Override
  public void close() {
    try (response;
        service) {
      writeIntervals();
    }
  }
}
