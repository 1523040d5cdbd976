package cloakroom.stress.trial;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.contract.FaultKind;
import cloakroom.contract.TierOptions;
import cloakroom.options.NodeOptions;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.monitor.DatabaseCheck;
import cloakroom.stress.monitor.DatabaseCheck.CheckItem;
import cloakroom.stress.monitor.DatabaseCheck.FreeConnections;
import cloakroom.stress.monitor.DatabaseCheck.Needs;
import cloakroom.stress.monitor.DatabaseCheck.Severity;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.settings.RunSettings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Check of the existing database of a run before the run starts. */
public final class RunCheck {
  /** Connections of the runner: two for the monitor, one for the lock. */
  private static final int RUNNER_CONNECTIONS = 3;

  /** Minimum pool of a node that is chosen by default. */
  private static final int MIN_POOL = 10;

  /** Minimum connections that a pool of default size leaves to other clients. */
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
   * Checks the existing database of a run, and passes the schema and notes to {@code notes}.
   *
   * @return the settings, with pools of default size that fit the server
   * @throws cloakroom.stress.process.StressFailure if the run cannot succeed
   */
  public static RunSettings checked(RunSettings settings, Consumer<String> notes) {
    if (!settings.database().existing()) {
      return settings;
    }
    DatabaseCheck check = check(settings);
    RunSettings limited = limitPools(settings, check);
    String refusal = check.refusal();
    refuseIf(!refusal.isEmpty(), "%s", refusal);
    check.items().stream()
        .filter(item -> item.severity() == Severity.NOTE || item.subject().equals("schema"))
        .forEach(item -> notes.accept("database: " + item.subject() + ": " + item.text()));
    return limited;
  }

  private static DatabaseCheck check(RunSettings settings) {
    RunSettings.DatabaseSettings database = settings.database();
    List<Variant> variants = settings.variants();
    boolean snapshots =
        variants.stream().anyMatch(v -> v.get(NodeOptions.STORE).startsWith(TierOptions.PS_TXN));
    boolean killsSessions =
        variants.stream()
            .flatMap(variant -> variant.get(VariantOptions.FAULT).stream())
            .anyMatch(fault -> fault.kind() == FaultKind.DB_KILL_SESSIONS);
    return DatabaseCheck.of(
        database.url(),
        database.user(),
        database.password().reveal(),
        database.schema(),
        new Needs(
            settings.plan().shipped() ? settings.load().users() : 0,
            snapshots,
            settings.plan().name().equals("state-kinds"),
            killsSessions,
            !database.install().isEmpty()));
  }

  /** Adds an item for the connections; returns settings with pools of default size that fit. */
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

  /** Returns the variant, with a smaller pool if its pool does not fit and is not {@code sized}. */
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
      String remedy =
          maximum >= 1
              ? "--pool-size %d or less".formatted(maximum)
              : "fewer other connections, or a higher max_connections";
      found.add(
          new CheckItem(Severity.ERROR, "connections", required + " are too many; use " + remedy));
      return variant;
    }
    String capped = "%s: --pool-size %d instead of %d".formatted(server.text(), maximum, size);
    found.add(new CheckItem(Severity.NOTE, "connections", capped));
    return variant.with(NodeOptions.POOL_SIZE, (int) maximum);
  }
}
