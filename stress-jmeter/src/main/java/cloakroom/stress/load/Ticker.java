package cloakroom.stress.load;

import cloakroom.contract.Daemons;
import cloakroom.contract.SteadyTime;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Tells the parent once a second, on the full second, how the trial is going. */
final class Ticker implements AutoCloseable {
  private final SampleMeter measurement;
  private final Events events;
  private final IntSupplier users;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Daemons.named("ticker"));

  Ticker(SampleMeter measurement, Events events, IntSupplier users) {
    this.measurement = measurement;
    this.events = events;
    this.users = users;
  }

  void start() {
    long untilFullSecond = 1000 - SteadyTime.millis() % 1000;
    var unused =
        clock.scheduleAtFixedRate(
            () -> events.send(Events.TICK, measurement.tick(users.getAsInt())),
            untilFullSecond,
            1000,
            TimeUnit.MILLISECONDS);
  }

  /** Returns when no tick is under way any more. */
  @Override
  public void close() {
    clock.shutdown();
    try {
      if (!clock.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("a tick does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
