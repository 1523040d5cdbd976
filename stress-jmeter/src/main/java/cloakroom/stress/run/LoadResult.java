package cloakroom.stress.run;

import cloakroom.stress.files.CountersFile;
import cloakroom.stress.load.Finished;
import cloakroom.stress.load.Tick;
import cloakroom.stress.watch.CpuReading;
import java.util.Optional;

/**
 * What the load engine left behind, besides its files.
 *
 * @param from start of the measured phase, epoch milliseconds
 * @param to its end
 * @param finished the engine's last event; empty when it did not come to it
 * @param last its last tick
 * @param cpu CPU seconds of the measured phase
 * @param exitCode how its process ended
 */
record LoadResult(
    long from, long to, Optional<Finished> finished, Tick last, CpuReading cpu, int exitCode) {

  /** Whether it did not do all that the plan asks for. */
  boolean cutShort() {
    return finished.isEmpty() || finished.get().cutShort();
  }

  /** The last tick with the final counts. */
  Tick total() {
    return finished
        .map(end -> last.with(end.requests(), end.transactions(), end.errors()))
        .orElse(last);
  }

  /** What the engine says of itself in counters.json. */
  CountersFile.Engine engine() {
    Tick total = total();
    return new CountersFile.Engine(
        total.requests(),
        total.transactions(),
        total.errors(),
        last.cpuSeconds(),
        last.gcMillis(),
        exitCode,
        cutShort());
  }
}
