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

  /** Connections of the runner: two that monitor, one with the lock. */
  private static final int OF_RUNNER = 3;

  /** Minimum pool of a node, below which no size is chosen by default. */
  private static final int MIN_POOL = 10;

  /** Connections that a pool of default size leaves to other clients, at least. */
  private static final int MIN_LEFT = 3;

  private RunCheck() {}

  /** Returns the result of all checks. */
  public static DatabaseCheck of(RunSettings settings) {
    refuseIf(
        !settings.database().existing(),
        "--url: is missing; write the JDBC URL of the database to check");
    DatabaseCheck check = check(settings);
    var unused = limitPools(settings, check);
    return check;
  }

  /**
   * Checks the database of a run, if it exists already, and reports the schema and what is worth a
   * note.
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
        variants.stream()
            .map(variant -> variant.get(NodeOptions.STORE))
            .anyMatch(store -> store.startsWith(TierOptions.PS_TXN));
    boolean ends =
        variants.stream()
            .flatMap(variant -> variant.get(VariantOptions.FAULT).stream())
            .anyMatch(fault -> fault.kind() == FaultKind.DB_KILL_SESSIONS);
    return DatabaseCheck.of(
        database.url(),
        database.user(),
        database.password().reveal(),
        database.schema(),
        new Needs(
            settings.plan().ours() ? settings.load().users() : 0,
            snapshots,
            settings.plan().name().equals("state-kinds"),
            ends,
            !database.install().isEmpty()));
  }

  /** Adds an item for the connections; returns settings whose pools of default size fit. */
  private static RunSettings limitPools(RunSettings settings, DatabaseCheck check) {
    FreeConnections server = check.connections();
    List<Variant> variants = new ArrayList<>();
    Set<CheckItem> found = new LinkedHashSet<>();
    for (Variant variant : settings.variants()) {
      boolean counted = server.free().isPresent() && !settings.tierElsewhere();
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
   * Returns the variant, with a smaller pool if one of default size does not fit.
   *
   * @param sized whether an option sets the size
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
    long most = (free - OF_RUNNER - left) / nodes - internal;
    String wanted =
        "%s; %d x %d and %d of the runner"
            .formatted(server.text(), nodes, size + internal, OF_RUNNER);
    if (size <= most) {
      found.add(new CheckItem(Severity.OK, "connections", wanted));
      return variant;
    }
    if (chosen || most < Math.max(MIN_POOL, variant.get(NodeOptions.POOL_MIN))) {
      String cure =
          most >= 1
              ? "--pool-size %d or less".formatted(most)
              : "fewer connections elsewhere, or a higher max_connections";
      found.add(
          new CheckItem(Severity.ERROR, "connections", wanted + " are too many; use " + cure));
      return variant;
    }
    String capped = "%s: --pool-size %d instead of %d".formatted(server.text(), most, size);
    found.add(new CheckItem(Severity.NOTE, "connections", capped));
    return variant.with(NodeOptions.POOL_SIZE, (int) most);
  }
}
