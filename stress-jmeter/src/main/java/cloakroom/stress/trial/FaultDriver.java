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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Scheduler that starts and ends the faults of one trial in its measured phase. When it is closed,
 * active faults end and no further one starts.
 */
final class FaultDriver implements AutoCloseable {
  private final List<InjectedFault> faults;
  private final Function<FaultCommand, String> target;
  private final ScheduledExecutorService scheduler;
  private volatile boolean closed;

  /** Creates a scheduler; {@code target} returns the reason why a command failed, or empty. */
  FaultDriver(List<FaultSpec> specs, Function<FaultCommand, String> target) {
    this.faults = specs.stream().map(InjectedFault::new).toList();
    this.target = target;
    this.scheduler =
        Executors.newScheduledThreadPool(Math.max(1, specs.size()), Daemons.named("fault"));
  }

  /** Schedules the faults once the event with the start of the measured phase arrives. */
  void begin(CompletableFuture<JsonNode> measured) {
    var unused =
        measured.thenAccept(
            event -> faults.forEach(fault -> fault.schedule(event.path("at").asLong())));
  }

  List<CountersFile.FaultPart> injected() {
    return faults.stream().map(InjectedFault::part).flatMap(Optional::stream).toList();
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
      begun = SteadyTime.millis();
      apply(true);
      if (spec.ends() && !spec.length().isZero() && !closed) {
        long left = begun + spec.length().toMillis() - SteadyTime.millis();
        var unused = scheduler.schedule(this::end, left, TimeUnit.MILLISECONDS);
      } else {
        end();
      }
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
      String why;
      try {
        why = target.apply(spec.command(begins));
      } catch (RuntimeException e) {
        why = OneLine.of(e);
      }
      failure = failure.isEmpty() ? why : failure;
    }

    synchronized Optional<CountersFile.FaultPart> part() {
      return Optional.of(
              new CountersFile.FaultPart(spec.kind().key(), spec.text(), begun, ended, failure))
          .filter(part -> part.at() > 0);
    }
  }
}
