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

/** Ends a run when the metrics of a trial have met a failure condition for too long. */
final class FailureConditionMonitor {
  private final Gate gate;
  private final StopSignal stop;
  private volatile String verdict = "";

  FailureConditionMonitor(Gate gate, StopSignal stop) {
    this.gate = gate;
    this.stop = stop;
  }

  /** Returns a sentence with the condition that ended the run; empty if none did. */
  String verdict() {
    return stop.reason().equals(verdict) ? verdict : "";
  }

  /** Returns the listener for a new trial; it does nothing if the run cannot end early. */
  Consumer<Tick> over(TrialSpec trial) {
    if (gate.abortAfter().isEmpty()) {
      return tick -> {};
    }
    String time = Durations.format(gate.abortAfter().get());
    Map<FailureCondition, Long> since = new HashMap<>();
    return tick -> {
      for (FailureCondition condition : gate.conditions().all()) {
        boolean live = tick.measured() && condition.live(trial.variant().name());
        Optional<String> value = live ? condition.broken(tick.soFar()) : Optional.empty();
        if (value.isEmpty()) {
          since.remove(condition);
          continue;
        }
        long first = since.computeIfAbsent(condition, broken -> tick.at());
        if (tick.at() - first >= gate.abortAfter().get().toMillis() && verdict.isEmpty()) {
          verdict =
              "%s was broken for %s in %s, where it was %s"
                  .formatted(condition.text(), time, trial.folder(), value.get());
          stop.raise(verdict);
        }
      }
    };
  }
}
