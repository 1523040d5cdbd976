package cloakroom.stress.trial;

import cloakroom.contract.FaultCommand;
import cloakroom.platform.Daemons;
import cloakroom.platform.OneLine;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.options.FaultSpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Scheduler that injects faults, such as killing a node, into a trial's measured phase. A fault
 * without active users would prove nothing, so it waits for them. Its close method ends active
 * faults and cancels later ones.
 */
final class FaultDriver implements AutoCloseable {
  private static final long RETRY_MILLIS = 100;
  private final List<InjectedFault> faults;
  private final Function<FaultCommand, String> target;
  private final BooleanSupplier usersActive;
  private final ScheduledExecutorService scheduler;
  private volatile boolean closed;

  /**
   * Creates a scheduler.
   *
   * @param target executes a fault command; returns an error message, or "" on success
   * @param usersActive returns whether the load has users at the moment
   */
  FaultDriver(
      List<FaultSpec> specs, Function<FaultCommand, String> target, BooleanSupplier usersActive) {
    this.faults = specs.stream().map(InjectedFault::new).toList();
    this.target = target;
    this.usersActive = usersActive;
    this.scheduler =
        Executors.newScheduledThreadPool(Math.max(1, specs.size()), Daemons.named("fault"));
  }

  void begin(CompletableFuture<JsonNode> measured) {
    CompletableFuture<Long> from = measured.thenApply(event -> event.path("at").asLong());
    var unused = from.thenAccept(at -> faults.forEach(fault -> fault.schedule(at)));
  }

  List<CountersFile.FaultPart> injected() {
    return faults.stream().map(InjectedFault::part).filter(part -> part.at() > 0).toList();
  }

  @Override
  public void close() {
    closed = true;
    faults.forEach(InjectedFault::end);
    scheduler.shutdownNow();
  }

  private final class InjectedFault {
    private final FaultSpec spec;

    @GuardedBy("this")
    private long begun;

    @GuardedBy("this")
    private long ended;

    @GuardedBy("this")
    private String failure = "";

    InjectedFault(FaultSpec spec) {
      this.spec = spec;
    }

    void schedule(long measuredFrom) {
      long wait = measuredFrom + spec.at().toMillis() - SteadyTime.millis();
      var unused = scheduler.schedule(this::begin, wait, TimeUnit.MILLISECONDS);
    }

    private synchronized void begin() {
      if (closed) {
        return;
      }
      if (!usersActive.getAsBoolean() || !isTargetFree()) {
        var unused = scheduler.schedule(this::begin, RETRY_MILLIS, TimeUnit.MILLISECONDS);
        return;
      }
      begun = SteadyTime.millis();
      apply(true);
      if (spec.ends() && !spec.length().isZero() && !closed) {
        long left = begun + spec.length().toMillis() - SteadyTime.millis();
        var unused = scheduler.schedule(this::end, left, TimeUnit.MILLISECONDS);
      } else {
        end();
      }
    }

    /** Returns whether earlier faults of the same target are over, which may have waited. */
    private boolean isTargetFree() {
      return faults.stream()
          .takeWhile(earlier -> earlier != this)
          .filter(earlier -> earlier.spec.sharesTarget(spec))
          .allMatch(InjectedFault::isOver);
    }

    private synchronized boolean isOver() {
      return ended > 0;
    }

    synchronized void end() {
      if (begun > 0 && ended == 0) {
        if (spec.ends()) {
          apply(false);
        }
        ended = SteadyTime.millis();
      }
    }

    @GuardedBy("this")
    private void apply(boolean begins) {
      String earlier = failure;
      try {
        failure = target.apply(spec.command(begins));
      } catch (RuntimeException e) {
        failure = OneLine.of(e);
      }
      failure = earlier.isEmpty() ? failure : earlier;
    }

    synchronized CountersFile.FaultPart part() {
      return new CountersFile.FaultPart(spec.kind().key(), spec.text(), begun, ended, failure);
    }
  }
}
