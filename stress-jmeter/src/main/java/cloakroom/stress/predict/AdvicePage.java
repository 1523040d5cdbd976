package cloakroom.stress.predict;

import static cloakroom.stress.document.Table.column;

import cloakroom.contract.PolicyEffects;
import cloakroom.contract.PolicyEffects.Loss;
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

/**
 * What a configuration does, what would meet an objective, and the lines to change; what was tried
 * comes in the order of its merit.
 */
record AdvicePage(Asked asked, List<Tried> tried) {
  private static final Map<String, List<String>> SENTENCES =
      Resources.table("cloakroom/stress/report/advice.txt");
  private static final int MOST_SENTENCES = 10;

  /**
   * What advice is asked for.
   *
   * @param config what the tier's jar tells of the file
   * @param settings the file's
   * @param users of all nodes together, as connections are
   * @param objective as it was written
   * @param from the run that was measured
   */
  public record Asked(
      JsonNode config,
      TierSettings settings,
      long users,
      long nodes,
      long connections,
      String objective,
      String from) {
    /** Users of a node. */
    public long sessions() {
      return (users + nodes - 1) / nodes;
    }
  }

  /**
   * Settings that were simulated.
   *
   * @param connections of all nodes together
   * @param answer of the simulation; {@code refused} for what cannot be
   * @param processors of tier and database that work, in the mean
   * @param missed why they will not do; empty if they do
   */
  public record Tried(
      String name,
      TierSettings settings,
      long connections,
      JsonNode answer,
      double processors,
      String missed) {
    public boolean meets() {
      return missed.isEmpty();
    }

    /** Part of the requests that fail, in percent. */
    public double failed() {
      JsonNode predicted = answer.path("predicted");
      return 100 * predicted.path("failed").asDouble() / predicted.path("begun").asDouble();
    }

    /** Of the response time, in milliseconds. */
    public double p95() {
      return answer.at("/predicted/response/p95").asDouble(Double.NaN);
    }
  }

  public Document document() {
    Tried best = tried.get(0);
    Blocks all = new Blocks();
    all.say(best.meets() ? Tone.HEADLINE : Tone.ALARM, verdict(best));
    all.section("does", "What it does", new Blocks().list(does()));
    if (best.meets()) {
      all.section("change", "What to change", new Blocks().list(changes(best)));
    }
    all.section(
        "tried",
        "What was tried",
        new Blocks().table(table()).say(VerdictText.prose("tried", asked.from)));
    List<String> notes = best.answer.path("notes").valueStream().map(JsonNode::asText).toList();
    all.section("validity", "Where the prediction is not valid", new Blocks().list(notes));
    String title =
        "%s: %,d users, %,d %s, %,d connections"
            .formatted(
                asked.config.at("/bc4j/configuration").asText(),
                asked.users,
                asked.nodes,
                asked.nodes == 1 ? "node" : "nodes",
                asked.connections);
    return new Document("Cloakroom advice", title, "objective: " + asked.objective, all.list());
  }

  private String verdict(Tried best) {
    if (!best.meets()) {
      return "Nothing that was tried will do; the nearest is \"%s\": %s [predicted]"
          .formatted(best.name, best.missed);
    }
    Tried now =
        tried.stream().filter(one -> one.settings.equals(asked.settings)).findFirst().orElse(best);
    String as =
        now.meets()
            ? "%,d connections, p95 %s ms".formatted(now.connections, p95(now).text())
            : now.missed;
    return best.equals(now)
        ? "Leave the settings as they are: %s [predicted]".formatted(as)
        : "Choose \"%s\": %,d connections, p95 %s ms; as it is: %s [predicted]"
            .formatted(best.name, best.connections, p95(best).text(), as);
  }

  private static Cell p95(Tried one) {
    return Cell.of(one.p95(), 1);
  }

  /** What the file's settings do there, each sentence with its source. */
  List<String> does() {
    TierSettings now = asked.settings;
    PolicyEffects effects = now.effects();
    boolean removes = effects.removesInstances();
    boolean releases = effects.releasesConnections();
    Loss loss = now.loss(asked.sessions());
    long sessions = asked.sessions();
    long instances = Math.min(sessions, now.number(TierSettings.THRESHOLD));
    long available = now.number(TierSettings.AVAILABLE);
    long connections = asked.connections / asked.nodes;
    List<String> lines = new ArrayList<>();
    boolean allHaveOne = now.hasInstancePerSession(sessions);
    tell(lines, removes, "removes");
    tell(lines, effects.passivates() && !removes, "passivates");
    tell(lines, releases && !effects.passivates(), "memory");
    tell(lines, !releases, "sticky", instances);
    tell(lines, effects.failsOver(), "failover");
    tell(lines, !removes && allHaveOne, "room", sessions);
    tell(lines, !removes && !allHaveOne, "recycles", sessions, instances);
    tell(lines, !removes && available < instances, "trimmed", available, instances);
    tell(lines, !removes && !effects.expires(), "ageless");
    tell(lines, !releases && instances > connections, "short", instances, connections);
    tell(lines, loss != Loss.NEVER, "loses", loss.label());
    asked.config.at("/bc4j/notes").forEach(note -> lines.add(note.asText() + " [the file]"));
    return lines.subList(0, Math.min(MOST_SENTENCES, lines.size()));
  }

  private static void tell(List<String> lines, boolean so, String key, Object... values) {
    if (so) {
      List<String> row = SENTENCES.get(key);
      lines.add(row.get(1).formatted(values) + " [" + row.get(2) + "]");
    }
  }

  /** The lines of the file, by name and value. */
  private List<String> changes(Tried best) {
    List<String> changes = new ArrayList<>();
    best.settings.since(asked.settings).forEach((name, value) -> changes.add(change(name, value)));
    return changes.isEmpty() ? List.of("nothing") : changes;
  }

  private String change(String name, String value) {
    String element = name.startsWith("jbo.txn.") ? "Database" : "AM-Pooling";
    for (JsonNode found : asked.config.at("/bc4j/tookEffect")) {
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
        column("#p95 (ms)", AdvicePage::p95),
        column("#failed (%)", one -> Cell.of(one.failed(), 1)),
        column("#processors busy", one -> Cell.of(one.processors, 2)),
        column("#snapshots/s", AdvicePage::written),
        column("session state lost", one -> Cell.of(one.settings.loss(asked.sessions()).label())),
        column("why not", one -> Cell.of(one.missed)));
  }

  private static Cell written(Tried one) {
    JsonNode predicted = one.answer.path("predicted");
    double written = predicted.at("/counts/snapshotWrites").asDouble(Double.NaN);
    double seconds = predicted.path("requests").asDouble() / predicted.path("perSecond").asDouble();
    return Cell.of(written / seconds, 1);
  }
}
