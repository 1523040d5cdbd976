package cloakroom.stress.run;

import cloakroom.contract.TierOptions;
import cloakroom.stress.files.RunFiles;
import cloakroom.stress.files.SummaryFile;
import cloakroom.stress.files.SummaryFile.Point;
import cloakroom.stress.files.SummaryFile.Point.Request;
import cloakroom.stress.measure.RunConfig;
import cloakroom.stress.measure.RunConfig.TrialConfig;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Think;
import cloakroom.usage.Durations;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Option;

/**
 * A command that has a simulation tell of a system, as options say it: a variant of a run that was
 * measured, and what differs from it.
 */
abstract class AskedSystem extends StressCommand {
  static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String DISTANCE = "distance.roundTripsPerRequest";
  private static final String STORE = "store";
  private static final String COMMIT = "commitMs";
  private static final String PAGE = "pageMs";
  private static final String CONNECTIONS = "connections";

  @Option(names = "--from", paramLabel = "RUN")
  private String from;

  @Option(names = "--variant", paramLabel = "NAME", defaultValue = "")
  private String variant;

  @Option(names = TierOptions.USERS, paramLabel = "N")
  private Integer users;

  @Option(names = "--nodes", paramLabel = "N")
  private Integer nodes;

  @Option(names = "--connections", paramLabel = "N")
  private Integer connections;

  @Option(names = "--think", paramLabel = "DURATION[~KIND]")
  private Think think;

  @Option(names = TierOptions.DB_RTT, paramLabel = "DURATION")
  private String distance;

  @Option(names = TierOptions.DB_COMMIT, paramLabel = "DURATION")
  private Duration commit;

  @Option(names = TierOptions.PAGE_WORK, paramLabel = "DURATION")
  private Duration page;

  @Option(names = "--processors", paramLabel = "N")
  private Integer processors;

  @Option(names = "--db-processors", paramLabel = "N")
  private Integer databaseProcessors;

  @Option(names = "--for", paramLabel = "DURATION")
  private Duration length;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1")
  private long seed;

  /** The folder of the run that was measured. */
  Path folder() {
    return runFolder(from == null ? StressJar.find().runs().resolve("latest").toString() : from);
  }

  /**
   * What the tier's jar is asked.
   *
   * @param policy another than the measured one, whose settings go; or null
   * @param store another than the measured one, or null
   * @param settings on top
   * @param usual simulated time if nobody says another
   */
  ObjectNode question(
      Path folder, String policy, String store, Map<String, String> settings, Duration usual) {
    Point point = SummaryFile.point(folder, variant);
    if (point.requests().isEmpty() && !point.figures().containsKey(DISTANCE)) {
      throw StressFailure.wrongUse(
          "%s does not tell its round trips: measure with --count-trips, or with --db-rtt", folder);
    }
    ObjectNode measured = measured(point, new RunFiles(folder));
    ObjectNode question = MAPPER.createObjectNode();
    question.set("measured", measured);
    ObjectNode asked = asked(measured, point.poolSize());
    if (policy != null) {
      asked.put("policy", policy).putObject("settings");
    }
    if (store != null) {
      asked.put(STORE, store);
    }
    ObjectNode set = asked.withObjectProperty("settings");
    settings.forEach(set::put);
    question.set("asked", asked);
    question.set("figures", MAPPER.valueToTree(point.figures()));
    question.set("cycle", cycle(point));
    return question
        .put("seconds", Rules.given(length, usual).toMillis() / 1000.0)
        .put("seed", seed);
  }

  private static ObjectNode measured(Point point, RunFiles files) {
    RunConfig config = files.config();
    Variant variant = point.variant();
    Think think = think(variant, config);
    int processors = Integer.parseInt(files.environment().getOrDefault("cpus", "1"));
    ObjectNode measured = MAPPER.createObjectNode().put("policy", variant.policy());
    Map<String, String> inForce = inForce(variant, config);
    measured.set("settings", MAPPER.valueToTree(settings(variant, inForce)));
    return measured
        .put(STORE, point.store())
        .put("users", point.users())
        .put("nodes", variant.nodes())
        .put(CONNECTIONS, connections(point.poolSize(), variant.nodes()))
        .put("thinkMs", millis(think.mean()))
        .put("thinkKind", think.kind())
        .put("rttMs", millis(variant.choice("db-rtt", TierOptions.DIRECT)))
        .put(COMMIT, millis(variant.choice(VariantKeys.COMMIT, "0")))
        .put(PAGE, Long.parseLong(inForce.getOrDefault("pageWorkMicros", "0")) / 1e3)
        .put("checks", inForce.getOrDefault("validation", "always").equals("always"))
        .put("tierProcessors", processors)
        .put("databaseProcessors", processors);
  }

  /** Without a pool there are as many as anybody wants. */
  private static long connections(long poolSize, long nodes) {
    return poolSize == 0 ? Integer.MAX_VALUE : poolSize * nodes;
  }

  private static Think think(Variant variant, RunConfig config) {
    String own = variant.choice("think", "");
    return own.isEmpty()
        ? new Think(
            Duration.ofMillis(Long.parseLong(config.all().getOrDefault("thinkMs", "0"))),
            config.all().getOrDefault(RunConfig.THINK_DISTRIBUTION, Think.CONSTANT))
        : Think.parse(own);
  }

  /** What was set on top of the policy; of a file's configuration everything. */
  private static Map<String, String> settings(Variant variant, Map<String, String> inForce) {
    Map<String, String> all = new LinkedHashMap<>(variant.choices());
    if (variant.choices().containsKey(Variant.BC4J)) {
      all.putAll(inForce);
    }
    all.keySet().removeIf(key -> !VariantKeys.isSetting(key));
    return all;
  }

  private static Map<String, String> inForce(Variant variant, RunConfig config) {
    return config.trials().stream()
        .filter(trial -> trial.variant().name().equals(variant.name()))
        .findFirst()
        .map(TrialConfig::settings)
        .orElse(Map.of());
  }

  private ObjectNode asked(ObjectNode measured, long poolSize) {
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put("users", users);
    asked.put("nodes", nodes);
    asked.put("tierProcessors", processors);
    asked.put("databaseProcessors", databaseProcessors);
    asked.put("thinkMs", think == null ? null : millis(think.mean()));
    asked.put("thinkKind", think == null ? null : think.kind());
    asked.put("rttMs", distance == null ? null : millis(distance));
    asked.put(COMMIT, commit == null ? null : millis(commit));
    asked.put(PAGE, page == null ? null : millis(page));
    asked.values().removeIf(Objects::isNull);
    ObjectNode all = measured.deepCopy().setAll(Records.tree(asked));
    long usual = connections(poolSize, all.get("nodes").asLong());
    return all.put(CONNECTIONS, connections == null ? usual : connections);
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  private static double millis(String distance) {
    return distance.equals(TierOptions.DIRECT)
        ? 0
        : millis(Durations.distance(TierOptions.DB_RTT, distance));
  }

  /** The requests of the plan's transactions, each with a root module of its own. */
  private static ArrayNode cycle(Point point) {
    List<Request> cycle =
        point.requests().stream().filter(one -> !one.transaction().isEmpty()).toList();
    if (cycle.isEmpty()) {
      Request commit = new Request("commit", "", 0, 1);
      boolean one = point.variant().choice(Variant.ONE_REQUEST, "false").equals("true");
      cycle = one ? List.of(commit) : List.of(new Request("change", "", 0, 0), commit);
    }
    ArrayNode requests = MAPPER.createArrayNode();
    for (int i = 0; i < cycle.size(); i++) {
      Request request = cycle.get(i);
      String next = i + 1 < cycle.size() ? cycle.get(i + 1).transaction() : null;
      requests
          .addObject()
          .put("name", request.name())
          .put("module", request.transaction())
          .put("roundTrips", request.roundTrips())
          .put("flushes", request.flushes())
          .put("ends", !request.transaction().equals(next));
    }
    return requests;
  }
}
