package cloakroom.stress.run;

import cloakroom.stress.load.Finished;
import cloakroom.stress.load.Tick;
import cloakroom.stress.watch.CpuReading;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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

  /** The {@code engine} part of counters.json. */
  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    Tick total = total();
    json.put("requests", total.requests());
    json.put("transactions", total.transactions());
    json.put("errors", total.errors());
    json.put("cpuSeconds", last.cpuSeconds());
    json.put("gcMillis", last.gcMillis());
    json.put("exitCode", exitCode);
    json.put("cutShort", cutShort());
    return json;
  }
}
