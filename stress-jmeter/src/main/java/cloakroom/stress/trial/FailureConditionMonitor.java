package cloakroom.stress.trial;

import cloakroom.command.Durations;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.load.Tick;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.settings.RunSettings.Gate;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Ends a run when the figures of a trial so far have broken a limit for too long. */
final class FailureConditionMonitor {
  private final Gate gate;
  private final StopSignal stop;
  private volatile String verdict = "";

  FailureConditionMonitor(Gate gate, StopSignal stop) {
    this.gate = gate;
    this.stop = stop;
  }

  /** Which limit has ended the run, in a sentence; empty if none has. */
  String verdict() {
    return stop.reason().equals(verdict) ? verdict : "";
  }

  /** Listens to a trial that begins, if the run may end early at all. */
  Consumer<Tick> over(TrialSpec trial) {
    String variant = trial.variant().name();
    List<FailureCondition> limits =
        gate.limits().all().stream().filter(limit -> limit.live(variant)).toList();
    Map<FailureCondition, Long> since = new HashMap<>();
    return tick ->
        gate.patience()
            .ifPresent(most -> limits.forEach(limit -> check(limit, since, most, tick, trial)));
  }

  private void check(
      FailureCondition limit,
      Map<FailureCondition, Long> since,
      Duration most,
      Tick tick,
      TrialSpec trial) {
    Optional<String> value = tick.measured() ? limit.broken(tick.soFar()) : Optional.empty();
    if (value.isEmpty()) {
      since.remove(limit);
      return;
    }
    long first = since.computeIfAbsent(limit, broken -> tick.at());
    if (tick.at() - first >= most.toMillis() && verdict.isEmpty()) {
      verdict =
          "%s was broken for %s in %s, where it was %s"
              .formatted(limit.text(), Durations.format(most), trial.folder(), value.get());
      stop.raise(verdict);
    }
  }
}
