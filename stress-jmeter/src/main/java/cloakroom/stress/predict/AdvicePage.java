package cloakroom.stress.predict;

import static cloakroom.stress.document.Table.column;

import cloakroom.contract.PolicyEffects;
import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.TierSettings;
import cloakroom.stress.report.VerdictText;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Report on a configuration: its effects, better settings (the best first), lines to change. */
record AdvicePage(AdviceRequest request, List<Tried> tried) {
  private static final Map<String, List<String>> SENTENCES =
      Resources.table("cloakroom/stress/report/advice.txt");

  /** System that needs advice; users and connections are those of all nodes together. */
  record AdviceRequest(
      JsonNode config,
      TierSettings settings,
      long users,
      long nodes,
      long connections,
      String objective,
      String from) {
    long sessions() {
      return (users + nodes - 1) / nodes;
    }
  }

  /** Simulated settings, and why they miss the objective; empty if they meet it. */
  record Tried(
      String name,
      TierSettings settings,
      long connections,
      JsonNode response,
      double processors,
      String missed) {
    boolean meets() {
      return missed.isEmpty();
    }

    double failed() {
      JsonNode predicted = response.path("predicted");
      return 100 * predicted.path("failed").asDouble() / predicted.path("begun").asDouble();
    }

    double p95() {
      return response.at("/predicted/response/p95").asDouble(Double.NaN);
    }
  }

  Document document() {
    Tried best = tried.get(0);
    Blocks all = new Blocks();
    all.say(best.meets() ? Tone.HEADLINE : Tone.ALARM, verdict(best));
    all.section("does", "What it does", new Blocks().list(effects()));
    if (best.meets()) {
      all.section("change", "What to change", new Blocks().list(changes(best)));
    }
    all.section(
        "tried",
        "Simulated settings",
        new Blocks().table(table()).say(VerdictText.prose("tried", request.from)));
    List<String> notes = best.response.path("notes").valueStream().map(JsonNode::asText).toList();
    all.section("validity", "Where the prediction is not valid", new Blocks().list(notes));
    String title =
        "%s: %,d users, %,d %s, %,d connections"
            .formatted(
                request.config.at("/bc4j/configuration").asText(),
                request.users,
                request.nodes,
                request.nodes == 1 ? "node" : "nodes",
                request.connections);
    return new Document("Cloakroom advice", title, "objective: " + request.objective, all.list());
  }

  private String verdict(Tried best) {
    if (!best.meets()) {
      return "No simulated settings meet the objective; the closest are \"%s\": %s [predicted]"
          .formatted(best.name, best.missed);
    }
    Tried now =
        tried.stream()
            .filter(one -> one.settings.equals(request.settings))
            .findFirst()
            .orElse(best);
    String as =
        now.meets()
            ? "%,d connections, p95 %s ms".formatted(now.connections, Cell.of(now.p95(), 1).text())
            : now.missed;
    return best.equals(now)
        ? "Leave the settings as they are: %s [predicted]".formatted(as)
        : "Choose \"%s\": %,d connections, p95 %s ms; as it is: %s [predicted]"
            .formatted(best.name, best.connections, Cell.of(best.p95(), 1).text(), as);
  }

  List<String> effects() {
    TierSettings now = request.settings;
    PolicyEffects effects = now.effects();
    boolean removes = effects.removesInstances();
    boolean releases = effects.releasesConnections();
    PolicyEffects.Loss loss = now.loss(request.sessions());
    long sessions = request.sessions();
    long instances = Math.min(sessions, now.number(TierSettings.THRESHOLD));
    long available = now.number(TierSettings.AVAILABLE);
    long connections = request.connections / request.nodes;
    List<String> lines = new ArrayList<>();
    boolean allHaveOne = now.hasInstancePerSession(sessions);
    add(lines, removes, "removes");
    add(lines, effects.passivates() && !removes, "passivates");
    add(lines, releases && !effects.passivates(), "memory");
    add(lines, !releases, "sticky", instances);
    add(lines, effects.failsOver(), "failover");
    add(lines, !removes && allHaveOne, "enough", sessions);
    add(lines, !removes && !allHaveOne, "recycles", sessions, instances);
    add(lines, !removes && available < instances, "trimmed", available, instances);
    add(lines, !removes && !effects.expires(), "ageless");
    add(lines, !releases && instances > connections, "short", instances, connections);
    add(lines, loss != PolicyEffects.Loss.NEVER, "loses", loss.label());
    request.config.at("/bc4j/notes").forEach(note -> lines.add(note.asText() + " [the file]"));
    return lines;
  }

  private static void add(List<String> lines, boolean condition, String key, Object... values) {
    if (condition) {
      List<String> row = SENTENCES.get(key);
      lines.add(row.get(1).formatted(values) + " [" + row.get(2) + "]");
    }
  }

  private List<String> changes(Tried best) {
    List<String> changes = new ArrayList<>();
    best.settings
        .since(request.settings)
        .forEach((name, value) -> changes.add(change(name, value)));
    return changes.isEmpty() ? List.of("nothing") : changes;
  }

  private String change(String name, String value) {
    String element = name.startsWith("jbo.txn.") ? "Database" : "AM-Pooling";
    for (JsonNode found : request.config.at("/bc4j/tookEffect")) {
      if (found.path("name").asText().equals(name)) {
        return "%s=\"%s\" instead of \"%s\" (%s)"
            .formatted(name, value, found.path("value").asText(), found.path("where").asText());
      }
    }
    return "%s=\"%s\", new in <%s>".formatted(name, value, element);
  }

  private Table table() {
    return Table.of(
        tried,
        column("settings", one -> Cell.of(one.name).toned(Tone.STRONG, one.meets())),
        column("#connections", one -> Cell.count(one.connections)),
        column("#p95 (ms)", one -> Cell.of(one.p95(), 1)),
        column("#failed (%)", one -> Cell.of(one.failed(), 1)),
        column("#processors busy", one -> Cell.of(one.processors, 2)),
        column("#snapshots/s", AdvicePage::written),
        column("session state lost", one -> Cell.of(one.settings.loss(request.sessions()).label())),
        column("why not", one -> Cell.of(one.missed)));
  }

  private static Cell written(Tried one) {
    JsonNode predicted = one.response.path("predicted");
    double written = predicted.at("/counts/snapshotWrites").asDouble(Double.NaN);
    double seconds = predicted.path("requests").asDouble() / predicted.path("perSecond").asDouble();
    return Cell.of(written / seconds, 1);
  }
}
