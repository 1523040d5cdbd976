package cloakroom.stress.run;

import cloakroom.stress.watch.CounterNotes;
import cloakroom.stress.watch.CpuReading;
import cloakroom.stress.watch.DatabaseCounters;
import cloakroom.stress.watch.DatabaseWatch;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
   * @param own what the monitor itself added in between
   * @param notes what one must know who compares them
   */
  record Around(DatabaseCounters before, DatabaseCounters after, Own own, CounterNotes notes) {
    ObjectNode json() {
      ObjectNode json = JSON.createObjectNode();
      json.set("before", JSON.valueToTree(before.byKey()));
      json.set("after", JSON.valueToTree(after.byKey()));
      String interrupted = after.interruptedSince(before);
      if (!interrupted.isEmpty()) {
        json.put("interrupted", interrupted);
      }
      ObjectNode notTold = json.putObject("notTold");
      notes.notTold().forEach((counter, why) -> notTold.put(counter.key(), why));
      ArrayNode withOthers = json.putArray("withOthers");
      notes.withOthers().stream().sorted().forEach(counter -> withOthers.add(counter.key()));
      return json;
    }
  }

  /**
   * What is known of the database.
   *
   * @param around its counters
   * @param server what is to be said of the record that it told second by second; empty for nothing
   */
  record OfDatabase(Around around, ObjectNode server) {
    void into(ObjectNode json) {
      json.set("database", around.json());
      json.put("monitorSessions", around.own().sessions());
      json.put("monitorTransactions", around.own().transactions());
      if (!server.isEmpty()) {
        json.set("server", server);
      }
    }
  }

  /** Transactions made and sessions begun by the monitor. */
  record Own(long transactions, long sessions) {
    static Own of(DatabaseWatch watch) {
      return new Own(watch.transactions(), watch.sessions());
    }

    Own since(Own earlier) {
      return new Own(transactions - earlier.transactions, sessions - earlier.sessions);
    }
  }

  static void write(
      Path folder, TierCounts tier, OfDatabase database, LoadResult load, HeapScale heap) {
    ObjectNode json = JSON.createObjectNode();
    if (tier.total() instanceof ObjectNode counters) {
      json.setAll(counters);
    }
    database.into(json);
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
