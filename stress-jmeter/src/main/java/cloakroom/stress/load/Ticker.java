package cloakroom.stress.load;

import cloakroom.contract.Daemons;
import cloakroom.contract.Phase;
import cloakroom.contract.SteadyTime;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Tells the parent once a second, on the full second, how the trial is going. */
final class Ticker implements AutoCloseable {
  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final SampleMeter measurement;
  private final Events events;
  private final IntSupplier users;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = Daemons.named("ticker").newThread(this::run);
  private long last = SteadyTime.millis();

  Ticker(SampleMeter measurement, Events events, IntSupplier users) {
    this.measurement = measurement;
    this.events = events;
    this.users = users;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!closed.await(untilFullSecond(), TimeUnit.MILLISECONDS)) {
        events.send(Events.TICK, tick(SteadyTime.millis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long untilFullSecond() {
    return 1000 - SteadyTime.millis() % 1000;
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
        users.getAsInt(),
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
