package cloakroom.stress.predict;

import static cloakroom.stress.document.Table.column;

import cloakroom.contract.PolicyEffects;
import cloakroom.platform.Resources;
import cloakroom.statistics.Interval;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.PageVerdict;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.TierSettings;
import cloakroom.stress.report.VerdictText;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Report on an application module configuration: its predicted effects, better settings (best
 * first), and the lines to change in bc4j.xcfg.
 */
record AdvicePage(AdviceRequest request, List<Tried> tried) {
  private static final Map<String, List<String>> SENTENCES =
      Resources.table("cloakroom/stress/report/advice.txt");

  /**
   * Request for advice. The numbers of users and connections are totals over all nodes.
   *
   * @param pools number of module pools of a node; each root module has one
   */
  record AdviceRequest(
      JsonNode config,
      TierSettings settings,
      String store,
      long pools,
      long users,
      long nodes,
      long connections,
      String objective,
      String from) {
    long sessions() {
      return (users + nodes - 1) / nodes;
    }

    /** Returns the connections that a node requires if instances keep their connections. */
    PolicyEffects.ConnectionNeed need(long instances) {
      return settings.effects().connectionNeed(store, pools, instances, connections / nodes);
    }
  }

  /** Simulated settings; {@code missed} is why they fail the objective, or "" if they meet it. */
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
      return 100 * predicted("failed") / predicted("begun");
    }

    double p95() {
      return predicted("response/p95");
    }

    private String speed() {
      return "%s, p95 of response time %s"
          .formatted(Cell.counted(connections, "connection"), interval().text("ms"));
    }

    private Interval interval() {
      return PredictionCommand.interval("/predicted/response/p95", p95());
    }

    private List<String> notes() {
      return response.path("notes").valueStream().map(JsonNode::asText).toList();
    }

    /** Returns why the measured run makes this prediction invalid; empty if it does not. */
    private Optional<String> invalid() {
      return notes().stream().filter(n -> n.startsWith(PredictionCommand.NOT_VALID)).findFirst();
    }

    private Tone tone() {
      return !meets() ? Tone.BAD : invalid().isPresent() ? Tone.FAIR : Tone.GOOD;
    }

    private double snapshotsPerSecond() {
      return predicted("counts/snapshotWrites") / (predicted("requests") / predicted("perSecond"));
    }

    private double predicted(String path) {
      return response.at("/predicted/" + path).asDouble(Double.NaN);
    }
  }

  Document document() {
    Tried best = tried.get(0);
    Blocks all = new Blocks();
    List<String> sentences = new ArrayList<>(List.of(verdict(best)));
    best.invalid().ifPresent(sentences::add);
    all.add(new PageVerdict(best.tone(), sentences).section(new Blocks()));
    all.section("does", "What it does", new Blocks().list(effects()));
    if (best.meets()) {
      List<String> changes = new ArrayList<>();
      Map<String, String> changed = best.settings.since(request.settings);
      changed.forEach((name, value) -> changes.add(change(name, value)));
      changes.addAll(changes.isEmpty() ? List.of("nothing") : List.of());
      all.section("change", "What to change", new Blocks().list(changes));
    }
    Blocks simulated = new Blocks().table(table()).say(VerdictText.prose("tried", request.from));
    all.section("tried", "Simulated settings", simulated);
    all.section("validity", "Where the prediction is not valid", new Blocks().list(best.notes()));
    String name = request.config.at("/bc4j/configuration").asText();
    String title =
        String.join(
            ", ",
            Cell.counted(request.users, "user"),
            Cell.counted(request.nodes, "node"),
            Cell.counted(request.connections, "connection"));
    return new Document(
        "Cloakroom advice", name + ": " + title, "objective: " + request.objective, all.list());
  }

  private String verdict(Tried best) {
    if (!best.meets()) {
      return "No simulated settings meet the objective; the closest are \"%s\": %s [predicted]"
          .formatted(best.name, best.missed);
    }
    Stream<Tried> same = tried.stream().filter(one -> one.settings.equals(request.settings));
    Tried now = same.findFirst().orElse(best);
    String as = now.meets() ? now.speed() : now.missed;
    return best.equals(now)
        ? "Leave the settings as they are: %s [predicted]".formatted(as)
        : "Choose \"%s\": %s; as it is: %s [predicted]".formatted(best.name, best.speed(), as);
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
    PolicyEffects.ConnectionNeed need = request.need(instances);
    List<String> lines = new ArrayList<>();
    boolean allHaveOne = now.hasInstancePerSession(sessions);
    add(lines, removes, "removes");
    add(lines, effects.passivates() && !removes, "passivates");
    add(lines, releases && !effects.passivates(), "memory");
    add(lines, !releases, "sticky", need.text());
    add(lines, effects.failsOver(), "failover");
    add(lines, !removes && allHaveOne, "enough", sessions);
    add(lines, !removes && !allHaveOne, "recycles", sessions, instances);
    add(lines, !removes && available < instances, "trimmed", available, instances);
    add(lines, !removes && !effects.expires(), "ageless");
    boolean tooFew = effects.loss() == PolicyEffects.Loss.NEVER && !need.shortage().isEmpty();
    add(lines, tooFew, "short", need.shortage());
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
        column(
            "#p95 of response time (ms) [measured, 95 %]",
            one -> Cell.of(new Cell.IntervalCell(one.interval(), ""))),
        column("#failed (%)", one -> Cell.of(one.failed(), 1)),
        column("#processors busy", one -> Cell.of(one.processors, 2)),
        column("#snapshots/s", one -> Cell.of(one.snapshotsPerSecond(), 1)),
        column("session state lost", one -> Cell.of(one.settings.loss(request.sessions()).label())),
        column("why not", one -> Cell.of(one.missed)));
  }
}
