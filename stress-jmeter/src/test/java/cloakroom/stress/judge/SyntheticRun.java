package cloakroom.stress.judge;

import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.RunConfig.DatabaseChanges;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.folder.VariantCost.Counted;
import cloakroom.stress.folder.VariantCost.DatabaseCost;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes run folders whose figures are known beforehand. */
public final class SyntheticRun {
  static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path root;
  private final List<SyntheticTrial> trials = new ArrayList<>();
  private String plan = "adf-session";
  private long seed = 42;
  private int sharedRows;
  private boolean cutShort;
  private boolean counted;
  private boolean requireVerdict;
  private boolean load = true;
  private String baseline = "";
  private String aborted = "";
  private String objective = "";
  private List<String> limits = List.of();
  private DatabaseChanges changes;

  private SyntheticRun(Path root) {
    this.root = root;
  }

  public static SyntheticRun in(Path root) {
    return new SyntheticRun(root);
  }

  /** Two policies that differ by a factor, four trials of each, interleaved. */
  public static SyntheticRun twoPolicies(Path root) {
    SyntheticRun run = in(root);
    for (int i = 0; i < 4; i++) {
      run.trial("sticky").service(10, 6).inUse(16, 160);
      run.trial("release-in-memory").service(6, 4).inUse(2, 20);
    }
    return run;
  }

  /** Trials of two policies in turn, whose shortest service times are given in milliseconds. */
  public static SyntheticRun inTurn(Path root, String a, int leastA, String b, int leastB, int n) {
    SyntheticRun run = in(root);
    for (int i = 0; i < n; i++) {
      run.trial(a).service(leastA, 6).inUse(18, 160);
      run.trial(b).service(leastB, 6).inUse(2, 20);
    }
    return run;
  }

  /** A trial of a run that compares nothing but policies. */
  public SyntheticTrial trial(String policy) {
    return trial(new Variant(policy, policy, Map.of("reset-level", "rollback")));
  }

  public SyntheticTrial trial(Variant variant) {
    int number = trials.size() + 1;
    String folder = "%02d-%s".formatted(number, variant.name().replaceAll("[^a-z0-9-]", "_"));
    SyntheticTrial trial = new SyntheticTrial(folder, variant, seed + number);
    trials.add(trial);
    return trial;
  }

  public SyntheticRun baseline(String name) {
    baseline = name;
    return this;
  }

  /**
   * Probes under each of the policies, with the reset levels none and full. Without it temporary
   * rows and session variables leak now and then wherever connections are shared.
   */
  public static SyntheticRun stateKinds(Path root, List<String> policies) {
    return stateKinds(in(root), policies);
  }

  public static SyntheticRun stateKinds(SyntheticRun run, List<String> policies) {
    run.plan("state-kinds");
    for (String policy : policies) {
      boolean shares = !policy.equals("sticky") && !policy.equals("reserved");
      run.trial(variant(policy, "none")).verdicts(shares, shares).cleanings(900, 0, 450);
      run.trial(variant(policy, "full")).verdicts(shares, false).cleanings(900, 1800, 540_000);
    }
    return run;
  }

  /** Variant with a reset level that its run varies. */
  public static Variant variant(String policy, String resetLevel) {
    return new Variant(policy + " " + resetLevel, policy, Map.of("reset-level", resetLevel));
  }

  public SyntheticTrial trial(int index) {
    return trials.get(index);
  }

  public SyntheticRun plan(String name) {
    plan = name;
    return this;
  }

  /** Requests of each variant, counted: a transaction of 14 round trips and 3 flushes. */
  public SyntheticRun counted() {
    counted = true;
    return this;
  }

  public SyntheticRun withoutLoad() {
    load = false;
    return counted();
  }

  public SyntheticRun seed(long number) {
    seed = number;
    return this;
  }

  public SyntheticRun sharedRows(int number) {
    sharedRows = number;
    return this;
  }

  public SyntheticRun cutShort() {
    cutShort = true;
    return this;
  }

  public SyntheticRun requireVerdict() {
    requireVerdict = true;
    return this;
  }

  public SyntheticRun limits(String... texts) {
    limits = List.of(texts);
    return this;
  }

  /** It searched for the most load under which that holds. */
  public SyntheticRun objective(String text) {
    objective = text;
    return this;
  }

  public SyntheticRun changes(DatabaseChanges made) {
    changes = made;
    return this;
  }

  public SyntheticRun aborted(String why) {
    aborted = why;
    return cutShort();
  }

  public Path write() {
    try {
      Files.createDirectories(root);
      MAPPER.writeValue(root.resolve("config.json").toFile(), config());
      MAPPER.writeValue(root.resolve("environment.json").toFile(), environment());
      Files.deleteIfExists(root.resolve(RunFiles.COUNTED));
      if (counted) {
        writeCounted();
      }
      for (SyntheticTrial trial : trials) {
        trial.write(root.resolve("trials").resolve(trial.folder()));
      }
      return root;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeCounted() throws IOException {
    String transaction = "departments change and commit";
    for (String variant : trials.stream().map(SyntheticTrial::variant).distinct().toList()) {
      VariantCost.append(
          root.resolve(RunFiles.COUNTED),
          variant,
          List.of(
              request("", "departments open", 5, 0),
              request(transaction, "departments change", 7, 1),
              request(transaction, "departments change", 9, 1),
              request(transaction, "departments commit", 5, 2)));
    }
  }

  private static Counted request(String transaction, String name, long trips, long flushes) {
    return new Counted(
        transaction,
        name,
        Map.of(
            DatabaseCost.ROUND_TRIPS,
            trips,
            DatabaseCost.LOG_FLUSHES,
            flushes,
            DatabaseCost.BYTES_SENT,
            600L,
            DatabaseCost.BYTES_RECEIVED,
            1_200L,
            DatabaseCost.SNAPSHOT_WRITES,
            flushes,
            DatabaseCost.SNAPSHOT_READS,
            0L,
            DatabaseCost.CONNECTIONS_HELD,
            trips,
            DatabaseCost.CONNECTIONS_IN_USE,
            10L));
  }

  public RunSummary measure() {
    return MeasuredRun.of(write());
  }

  private RunConfig config() {
    Map<String, Object> others = new LinkedHashMap<>(Map.of("command", "stress.jar run"));
    if (requireVerdict) {
      others.put(RunConfig.REQUIRE_VERDICT, true);
    }
    if (!load) {
      others.put(RunConfig.REPETITIONS, 0);
    }
    if (!objective.isEmpty()) {
      others.put(RunConfig.OBJECTIVE, objective);
    }
    return new RunConfig(
        RunConfig.SCHEMA,
        plan,
        "2026-11-20T21:00:00Z",
        seed,
        80,
        baseline,
        limits,
        aborted,
        cutShort,
        changes,
        trials.stream().map(trial -> trial.config(sharedRows)).toList(),
        others);
  }

  private static ObjectNode environment() {
    ObjectNode environment = MAPPER.createObjectNode();
    environment.put("cloakroom", "0.1.0").put("gitCommit", "0123abc").put("java", "17.0.15");
    environment.put("os", "Linux").put("cpus", 2).put("jmeter", "5.6.3");
    ObjectNode settings = environment.putObject("database").put("version", "18.6");
    settings.putObject("settings").put("fsync", "on").put("max_connections", 500);
    return environment;
  }
}
