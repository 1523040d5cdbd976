package cloakroom.stress.trial;

import cloakroom.command.Durations;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.load.Tick;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.settings.RunSettings.Gate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Monitor that ends a run when a failure condition is met for the time of --abort-on-fail. */
final class FailureConditionMonitor {
  private final Gate gate;
  private final StopSignal stop;
  private volatile String verdict = "";

  FailureConditionMonitor(Gate gate, StopSignal stop) {
    this.gate = gate;
    this.stop = stop;
  }

  String verdict() {
    return stop.reason().equals(verdict) ? verdict : "";
  }

  /** Returns a listener that checks a trial each second; does nothing without --abort-on-fail. */
  Consumer<Tick> over(TrialSpec trial) {
    if (gate.abortAfter().isEmpty()) {
      return tick -> {};
    }
    String time = Durations.format(gate.abortAfter().get());
    long limit = gate.abortAfter().get().toMillis();
    Map<FailureCondition, Long> since = new HashMap<>();
    return tick -> {
      for (FailureCondition condition : gate.conditions().all()) {
        boolean live = tick.measured() && condition.live(trial.variant().name());
        Optional<String> value = live ? condition.broken(tick.soFar()) : Optional.empty();
        if (value.isEmpty()) {
          since.remove(condition);
        } else if (tick.at() - since.computeIfAbsent(condition, broken -> tick.at()) >= limit
            && verdict.isEmpty()) {
          verdict =
              "%s was broken for %s in %s, where it was %s"
                  .formatted(condition.text(), time, trial.folder(), value.get());
          stop.raise(verdict);
        }
      }
    };
  }
}
