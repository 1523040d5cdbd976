package cloakroom.stress.run;

import cloakroom.contract.NodeReport;
import cloakroom.stress.process.Records;
import cloakroom.stress.watch.CounterNotes;
import cloakroom.stress.watch.CpuReading;
import cloakroom.stress.watch.DatabaseCounters;
import cloakroom.stress.watch.DatabaseWatch;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Writes {@code counters.json}: what the audit of a trial compares. */
final class CountersFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private CountersFile() {}

  /**
   * What the database had counted at one moment, and what of it was the monitor's.
   *
   * @param counters of the database
   * @param transactions made by the monitor so far
   * @param sessions begun by the monitor so far
   */
  record Reading(DatabaseCounters counters, long transactions, long sessions) {
    /** The counters once they have settled, or as they are at the limit. */
    static Reading settled(DatabaseWatch watch, Duration limit) {
      DatabaseCounters counters = watch.settled(limit);
      return new Reading(counters, watch.transactions(), watch.sessions());
    }
  }

  /**
   * What is known of the database.
   *
   * @param before with the tier not yet started
   * @param after with the tier gone and the statistics settled
   * @param notes what one must know to compare the two
   * @param server what is to be said of the record that it told second by second; empty for nothing
   */
  record Database(Reading before, Reading after, CounterNotes notes, ObjectNode server) {
    private void into(ObjectNode json) {
      json.set("database", counters());
      json.put("monitorSessions", after.sessions() - before.sessions());
      json.put("monitorTransactions", after.transactions() - before.transactions());
      if (!server.isEmpty()) {
        json.set("server", server);
      }
    }

    private ObjectNode counters() {
      ObjectNode json = JSON.createObjectNode();
      json.set("before", JSON.valueToTree(before.counters().byKey()));
      json.set("after", JSON.valueToTree(after.counters().byKey()));
      String interrupted = after.counters().interruptedSince(before.counters());
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

  static void write(
      Path folder, TierCounts tier, Database database, LoadResult load, HeapScale heap) {
    ObjectNode json = Records.tree(tier.total());
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
              json.set("surviving", Records.tree(tier.surviving()).retain("counters", "gauges"));
            });
    RunFolder.write(folder.resolve("counters.json"), json);
    writeNodes(folder, tier.nodes());
  }

  /** What each node counted for itself: {@code nodes/1.json} and so on, if there are several. */
  private static void writeNodes(Path folder, List<Optional<NodeReport>> nodes) {
    for (int i = 0; nodes.size() > 1 && i < nodes.size(); i++) {
      if (nodes.get(i).isPresent()) {
        Path file = RunFolder.made(folder.resolve("nodes")).resolve(i + 1 + ".json");
        RunFolder.write(file, Records.tree(nodes.get(i).get()));
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
