package cloakroom.stress.run;

import cloakroom.stress.watch.CpuReading;
import cloakroom.stress.watch.DatabaseCounters;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/** Writes {@code counters.json}: what the audit of a trial compares. */
final class CountersFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private CountersFile() {}

  /**
   * The database's counters around a trial.
   *
   * @param before with the tier not yet started
   * @param after with the tier gone and the statistics settled
   * @param ownTransactions what the monitor itself added to the commits in between
   */
  record Around(DatabaseCounters before, DatabaseCounters after, long ownTransactions) {
    ObjectNode json() {
      ObjectNode json = JSON.createObjectNode();
      json.set("before", JSON.valueToTree(before));
      json.set("after", JSON.valueToTree(after));
      return json;
    }
  }

  static void write(
      Path folder, TierCounts tier, Around database, LoadResult load, HeapScale heap) {
    ObjectNode json = JSON.createObjectNode();
    if (tier.total() instanceof ObjectNode counters) {
      json.setAll(counters);
    }
    json.set("database", database.json());
    json.put("monitorSessions", 0);
    json.put("monitorTransactions", database.ownTransactions());
    json.set("engine", load.json());
    json.set("cpuSeconds", cpu(load.cpu()));
    heap.json().ifPresent(weighed -> json.set("liveHeap", weighed));
    json.put("measuredFrom", load.from());
    json.put("measuredTo", load.to());
    tier.killed()
        .ifPresent(
            kill -> {
              json.set("killed", kill.json(load.from()));
              json.set("surviving", tier.surviving());
            });
    RunFolder.write(folder.resolve("counters.json"), json);
    writeNodes(folder, tier.nodes());
  }

  /** What each node counted for itself: {@code nodes/1.json} and so on, if there are several. */
  private static void writeNodes(Path folder, List<JsonNode> nodes) {
    for (int i = 0; nodes.size() > 1 && i < nodes.size(); i++) {
      if (nodes.get(i).isObject()) {
        RunFolder.write(
            RunFolder.made(folder.resolve("nodes")).resolve(i + 1 + ".json"), nodes.get(i));
      }
    }
  }

  private static ObjectNode cpu(CpuReading cpu) {
    ObjectNode json = JSON.createObjectNode();
    put(json, "generator", cpu.generator());
    put(json, "tier", cpu.tier());
    put(json, "database", cpu.database());
    return json;
  }

  private static void put(ObjectNode json, String name, OptionalDouble seconds) {
    if (seconds.isPresent()) {
      json.put(name, Math.round(seconds.getAsDouble() * 1000) / 1000.0);
    } else {
      json.putNull(name);
    }
  }
}
