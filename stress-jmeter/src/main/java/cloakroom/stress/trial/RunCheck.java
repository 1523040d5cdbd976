package cloakroom.stress.trial;

import static cloakroom.stress.monitor.DatabaseCheck.*;
import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.contract.FaultKind;
import cloakroom.contract.TierOptions;
import cloakroom.options.NodeOptions;
import cloakroom.stress.folder.CountersFile.EnginePart;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.load.Events;
import cloakroom.stress.monitor.DatabaseCheck;
import cloakroom.stress.options.FaultSpec;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.ChildProcess.Launch;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.settings.Plans;
import cloakroom.stress.settings.RunOptions;
import cloakroom.stress.settings.RunSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

public final class RunCheck {
  // Connections of this process: two of the database monitor, and one with the schema lock.
  private static final int RUNNER_CONNECTIONS = 3;
  // Above the sum of what RMI waits for an engine that does not respond.
  private static final Duration ENGINES_TIMEOUT = Duration.ofMinutes(3);
  private static final int MIN_POOL = 10;
  // Minimum free connections for other database clients, if the user did not set the pool size.
  private static final int MIN_LEFT = 3;

  private RunCheck() {}

  public static DatabaseCheck of(RunSettings settings) {
    refuseIf(
        !settings.database().existing(),
        "--url: is required; write the JDBC URL of the database to check");
    DatabaseCheck check = check(settings);
    var unused = limitPools(settings, check);
    return check;
  }

  /**
   * Checks an existing database. Returns the settings, with default pools reduced to the free
   * connections. Throws StressFailure if the run cannot succeed. {@code notes} receives remarks.
   */
  public static RunSettings checked(RunSettings settings, Consumer<String> notes) {
    if (!settings.database().existing()) {
      return settings;
    }
    DatabaseCheck check = check(settings);
    RunSettings limited = limitPools(settings, check);
    refuseIf(!check.refusal().isEmpty(), "%s", check.refusal());
    check.items().stream()
        .filter(item -> item.severity() == Severity.NOTE || item.subject().equals("schema"))
        .forEach(item -> notes.accept("database: " + item.subject() + ": " + item.text()));
    return limited;
  }

  /**
   * Connects to the remote load engines of a run. Throws StressFailure if one of them cannot take
   * part, or cannot measure what the run requires. {@code notes} receives remarks.
   */
  public static void requireEngines(
      RunSettings settings, JavaCommands commands, StopSignal stop, Consumer<String> notes) {
    if (!settings.engines().remote()) {
      return;
    }
    Path out = settings.output().folder().resolve(".engines");
    Path log = out.resolve("logs/engine.log");
    Path keys = settings.engines().keys().folder();
    Launch launch = new Launch("load engine", commands.contact(out), Map.of(), log, keys);
    try (ChildProcess process = ChildProcess.start(launch, event -> {})) {
      JsonNode found = process.await(Events.ENGINES, ENGINES_TIMEOUT, stop).path(Events.ENGINES);
      Stream.of(Records.of(found, EnginePart[].class))
          .filter(engine -> !engine.reportsDueTime())
          .forEach(engine -> notes.accept(requireTimes(settings, engine)));
    }
  }

  /**
   * Returns what is missing with an engine that does not report when requests were due. Throws
   * StressFailure if the run requires it.
   */
  static String requireTimes(RunSettings settings, EnginePart engine) {
    RunSettings.Gate gate = settings.gate();
    List<String> required = new ArrayList<>();
    settings.goal().ifPresent(goal -> required.add("a search"));
    required.addAll(gate.requireVerdict() ? List.of(RunOptions.REQUIRE_VERDICT) : List.of());
    gate.conditions().all().stream()
        .filter(FailureCondition::requiresReliableTimes)
        .forEach(condition -> required.add("--fail-if \"" + condition.text() + "\""));
    String note =
        "--engines %s: %s reports no due times of requests, so lateness is not measured and there is no verdict on speed"
            .formatted(engine.name(), engine.version());
    refuseIf(
        !required.isEmpty(),
        "%s; %s requires \"stress.jar engine\" there",
        note,
        String.join(", ", required));
    return note;
  }

  private static DatabaseCheck check(RunSettings settings) {
    RunSettings.DatabaseSettings database = settings.database();
    List<Variant> variants = settings.variants();
    boolean snapshots =
        variants.stream().anyMatch(v -> v.get(NodeOptions.STORE).startsWith(TierOptions.PS_TXN));
    Stream<FaultSpec> faults = variants.stream().flatMap(v -> v.get(VariantOptions.FAULT).stream());
    boolean kills = faults.anyMatch(fault -> fault.kind() == FaultKind.DB_KILL_SESSIONS);
    boolean probes = settings.plan().name().equals(Plans.STATE_KINDS);
    int users = settings.plan().shipped() ? settings.load().users() : 0;
    Needs needs =
        new Needs(
            users,
            snapshots,
            probes,
            kills,
            !database.install().isEmpty(),
            settings.application().definition());
    String password = database.password().reveal();
    return DatabaseCheck.of(database.url(), database.user(), password, database.schema(), needs);
  }

  private static RunSettings limitPools(RunSettings settings, DatabaseCheck check) {
    FreeConnections server = check.connections();
    List<Variant> variants = new ArrayList<>();
    Set<CheckItem> found = new LinkedHashSet<>();
    for (Variant variant : settings.variants()) {
      boolean counted = server.free().isPresent() && !settings.externalTier();
      variants.add(
          counted && !variant.policy().equals("noop")
              ? limitPool(variant, !settings.defaultPools().contains(variant), server, found)
              : variant);
    }
    if (found.isEmpty()) {
      check.add(Severity.OK, "connections", server.text());
    }
    found.forEach(item -> check.add(item.severity(), item.subject(), item.text()));
    return settings.with(variants);
  }

  /**
   * Returns the variant, with a smaller pool if the server has too few free connections. A pool
   * whose size the user chose ({@code sized}) is not reduced.
   */
  static Variant limitPool(
      Variant variant, boolean sized, FreeConnections server, Set<CheckItem> found) {
    int nodes = variant.nodes();
    int size = variant.get(NodeOptions.POOL_SIZE);
    boolean separate =
        "separate".equals(variant.choices().all().get("jbo.server.internal_connection"));
    int internal = separate ? variant.get(NodeOptions.INTERNAL_POOL_SIZE) : 0;
    boolean chosen = sized || variant.get(NodeOptions.POOL).equals("none");
    long free = server.free().getAsLong();
    long left = chosen ? 0 : Math.max(MIN_LEFT, free / 10);
    long maximum = (free - RUNNER_CONNECTIONS - left) / nodes - internal;
    String required =
        "%s; %d x %d and %d of the runner"
            .formatted(server.text(), nodes, size + internal, RUNNER_CONNECTIONS);
    if (size <= maximum) {
      found.add(new CheckItem(Severity.OK, "connections", required));
      return variant;
    }
    if (chosen || maximum < Math.max(MIN_POOL, variant.get(NodeOptions.POOL_MIN))) {
      String fewer = "fewer other connections, or a higher max_connections";
      String remedy = maximum < 1 ? fewer : "--pool-size %d or less".formatted(maximum);
      String failure = required + " are too many; use " + remedy;
      found.add(new CheckItem(Severity.ERROR, "connections", failure));
      return variant;
    }
    String capped = "%s: --pool-size %d instead of %d".formatted(server.text(), maximum, size);
    found.add(new CheckItem(Severity.NOTE, "connections", capped));
    return variant.with(NodeOptions.POOL_SIZE, (int) maximum);
  }
}
