package cloakroom.stress.load;

import cloakroom.contract.Phase;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.threads.JMeterContextService;

/** Tells the parent once a second, on the full second, how the trial is going. */
final class Ticker implements AutoCloseable {
  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final SampleMeter measurement;
  private final Events events;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "ticker");
  private long last = System.currentTimeMillis();

  Ticker(SampleMeter measurement, Events events) {
    this.measurement = measurement;
    this.events = events;
  }

  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!closed.await(untilFullSecond(), TimeUnit.MILLISECONDS)) {
        events.send(Events.TICK, tick(System.currentTimeMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long untilFullSecond() {
    return 1000 - System.currentTimeMillis() % 1000;
  }

  private Tick tick(long now) {
    SampleMeter.Recent recent = measurement.recent();
    Events.Finished totals = measurement.totals(false);
    double perSecond = recent.requests() * 1000.0 / Math.max(1, now - last);
    last = now;
    return new Tick(
        now,
        measurement.measuredFrom() > 0 ? Phase.MEASURED : Phase.WARM_UP,
        totals.requests(),
        totals.transactions(),
        totals.errors(),
        rounded(recent.meanMs()),
        rounded(perSecond),
        JMeterContextService.getNumberOfThreads(),
        rounded(process.getProcessCpuTime() / 1e9),
        gcMillis(),
        recent.lagP95Ms(),
        recent.p95Ms(),
        measurement.soFar(now));
  }

  private static long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  /** Returns when no tick is under way any more. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
