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
 * Has the faults of one trial begin and end at their moments of its measured phase. When the load
 * is over none begins any more, and those that last are ended.
 */
final class FaultDriver implements AutoCloseable {
  private final List<InjectedFault> faults;
  private final Function<FaultCommand, String> hand;
  private final ScheduledExecutorService clock;
  private volatile boolean over;

  /** {@code hand} carries an order out; returns once it is so, with why it is not, or nothing. */
  FaultDriver(List<FaultSpec> wanted, Function<FaultCommand, String> hand) {
    this.faults = wanted.stream().map(InjectedFault::new).toList();
    this.hand = hand;
    this.clock =
        Executors.newScheduledThreadPool(Math.max(1, wanted.size()), Daemons.named("fault"));
  }

  /** Waits for the measured phase, whose beginning that event tells. */
  void begin(CompletableFuture<JsonNode> measured) {
    var unused =
        measured.thenAccept(
            event -> faults.forEach(fault -> fault.schedule(event.path("at").asLong())));
  }

  /** Those that began, in the order in which they were to begin. */
  List<CountersFile.FaultPart> made() {
    return faults.stream().map(InjectedFault::made).flatMap(Optional::stream).toList();
  }

  @Override
  public void close() {
    over = true;
    faults.forEach(InjectedFault::end);
    clock.shutdownNow();
  }

  private final class InjectedFault {
    private final FaultSpec wanted;

    @GuardedBy("this")
    private long begun;

    @GuardedBy("this")
    private long ended;

    @GuardedBy("this")
    private String failure = "";

    InjectedFault(FaultSpec wanted) {
      this.wanted = wanted;
    }

    void schedule(long measuredFrom) {
      long wait = measuredFrom + wanted.at().toMillis() - SteadyTime.millis();
      var unused = clock.schedule(this::begin, wait, TimeUnit.MILLISECONDS);
    }

    private synchronized void begin() {
      if (over) {
        return;
      }
      begun = SteadyTime.millis();
      obey(true);
      if (wanted.ends() && !wanted.length().isZero() && !over) {
        long left = begun + wanted.length().toMillis() - SteadyTime.millis();
        var unused = clock.schedule(this::end, left, TimeUnit.MILLISECONDS);
      } else {
        end();
      }
    }

    synchronized void end() {
      if (begun > 0 && ended == 0) {
        if (wanted.ends()) {
          obey(false);
        }
        ended = SteadyTime.millis();
      }
    }

    @GuardedBy("this")
    private void obey(boolean begins) {
      String why;
      try {
        why = hand.apply(wanted.order(begins));
      } catch (RuntimeException e) {
        why = OneLine.of(e);
      }
      failure = failure.isEmpty() ? why : failure;
    }

    synchronized Optional<CountersFile.FaultPart> made() {
      return begun == 0
          ? Optional.empty()
          : Optional.of(
              new CountersFile.FaultPart(
                  wanted.kind().key(), wanted.text(), begun, ended, failure));
    }
  }
}
