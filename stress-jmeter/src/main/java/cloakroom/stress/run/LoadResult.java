package cloakroom.stress.run;

import cloakroom.stress.watch.CpuReading;
import cloakroom.stress.watch.Tick;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What the load engine left behind, besides its files.
 *
 * @param from start of the measured phase, epoch milliseconds
 * @param to its end
 * @param finished the engine's last event; missing when it did not come to it
 * @param last its last tick
 * @param cpu CPU seconds of the measured phase
 * @param exitCode how its process ended
 */
record LoadResult(long from, long to, JsonNode finished, Tick last, CpuReading cpu, int exitCode) {

  /** Whether it did not do all that the plan asks for. */
  boolean cutShort() {
    return finished.isMissingNode() || finished.path("cutShort").asBoolean();
  }

  /** The last tick with the final counts. */
  Tick total() {
    return last.with(
        finished.path("requests").asLong(last.requests()),
        finished.path("transactions").asLong(last.transactions()),
        finished.path("errors").asLong(last.errors()));
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
