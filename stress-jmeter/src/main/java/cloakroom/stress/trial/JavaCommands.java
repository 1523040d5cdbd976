package cloakroom.stress.trial;

import static cloakroom.stress.options.VariantOptions.*;

import cloakroom.contract.TierOptions;
import cloakroom.options.Option.Place;
import cloakroom.platform.Installation;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.load.EngineSettings;
import cloakroom.stress.monitor.ApplicationTables;
import cloakroom.stress.options.Think;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.plan.IterationWork;
import cloakroom.stress.settings.EngineKeys;
import cloakroom.stress.settings.MachineLimits;
import cloakroom.stress.settings.Plans;
import cloakroom.stress.settings.RunOptions.WarmUp;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.RunSettings.LoadSettings;
import cloakroom.stress.settings.StressJar;
import cloakroom.stress.settings.TierCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Command lines of database, node and load engine. They contain no secrets, because other users can
 * read command lines.
 */
public class JavaCommands {
  public static final String ENGINE = "cloakroom.stress.load.Engine";
  private static final int DEFAULT_USERS = 1_000;
  // Time for a node to save its sessions at a stop; must be less than the minute in Tiers#limit.
  private static final String STOP_WITHIN = "50s";

  // Disables the C2 compiler, because it costs short processes more CPU time than it saves.
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  // requests per second up to which the load engine runs without the C2 compiler to save CPU time
  private static final double SLOW_REQUESTS_PER_SECOND = 1_000;
  private final RunSettings settings;
  private final StressJar installation;

  public JavaCommands(RunSettings settings, StressJar installation) {
    this.settings = settings;
    this.installation = installation;
  }

  JavaCommands with(RunSettings other) {
    return new JavaCommands(other, installation);
  }

  List<String> database() {
    List<String> command = new ArrayList<>(List.of(Installation.java(), FIRST_COMPILER));
    command.addAll(List.of("-jar", settings.appSim().toString(), "database"));
    command.addAll(List.of(TierOptions.EXIT_WITH_PARENT, TierOptions.JSON));
    if (settings.database().isOracleInContainer()) {
      command.addAll(List.of(TierOptions.DB, settings.database().kind()));
    } else if (settings.countsOnly()) {
      command.add(TierOptions.NO_AUTOVACUUM);
    }
    if (settings.load().users() > DEFAULT_USERS) {
      command.addAll(List.of(TierOptions.USERS, "" + settings.load().users()));
    }
    return command;
  }

  List<String> tier(Variant variant, String url, String user, boolean counts) {
    List<String> command = new ArrayList<>(List.of(Installation.java()));
    command.addAll(counts ? List.of(FIRST_COMPILER) : List.of());
    command.addAll(settings.options().javaOptions());
    command.addAll(List.of("-jar", settings.appSim().toString(), "serve"));
    command.addAll(List.of(TierOptions.EXIT_WITH_PARENT, TierOptions.JSON));
    command.addAll(List.of(TierOptions.STOP_WITHIN, STOP_WITHIN));
    command.addAll(List.of(TierOptions.URL, url, TierOptions.USER, user));
    String schema = settings.database().schema().name();
    if (!settings.database().startedByRun() && !schema.isEmpty()) {
      command.addAll(List.of(TierOptions.SCHEMA, schema));
    }
    command.addAll(List.of(TierOptions.PORT, "0", TierOptions.ADMIN_PORT, "0"));
    command.addAll(List.of(TierOptions.HOST, settings.engines().address()));
    command.addAll(settings.application().options());
    command.addAll(TierCommands.options(variant));
    return command;
  }

  /**
   * Returns the command that starts the load engine. The engine then waits until {@link
   * LoadEngine#begin} sends the addresses of the tier.
   */
  List<String> engine(Variant variant, Path trialFolder) {
    LoadSettings load = settings.load();
    boolean remote = settings.engines().remote();
    List<String> command =
        Installation.java(
            remote ? EngineKeys.options(settings.engines().address()) : engineOptions(variant),
            installation.classPath());
    command.addAll(engineIn(trialFolder));
    command.addAll(List.of("--plan", settings.plan().file().toString(), EngineSettings.WAIT));
    if (remote) {
      command.addAll(remoteEngines());
    } else if (load.warmUp().auto()) {
      command.add(EngineSettings.WARM_UP_AUTO);
    }
    if (settings.output().dashboard()) {
      command.add("--dashboard");
    }
    boolean shipped = settings.plan().name().equals(Plans.ADF_SESSION);
    Map<String, String> tables =
        new ApplicationTables(settings.application().definition()).watchedByPage();
    boolean ledger = shipped && !variant.sharesRows() && !tables.isEmpty();
    if (ledger && !variant.get(FAULT).isEmpty()) {
      command.add("--ledger");
      command.add(
          tables.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(",")));
    }
    WarmUp warmUp = load.warmUp().within(variant.users(load.users()));
    long think = load.think(variant).mean().toMillis();
    long maxThink = warmUp.auto() ? 100 : 300; // so that a warm-up does not take minutes
    long maxRamp = warmUp.auto() ? 1 : 10;
    command.addAll(
        List.of(
            "-Jusers=" + load.users(),
            "-Jrows=" + load.users(),
            "-Jiterations=" + load.iterations(),
            "-Jthink_ms=" + think,
            "-Jthink_distribution=" + load.think(variant).kind(),
            "-Jramp_s=" + load.ramp().toSeconds(),
            "-Jwarmup_users=" + warmUp.users(),
            "-Jwarmup_iterations=" + warmUp.iterations(),
            "-Jwarmup_think_ms=" + Math.min(maxThink, think),
            "-Jwarmup_ramp_s=" + Math.min(maxRamp, load.ramp().toSeconds()),
            "-Jseed=" + settings.options().seed));
    command.addAll(VariantOptions.arguments(Place.LOAD, variant.choices())); // override the others
    return command;
  }

  /** Returns the command that connects to the remote engines and reports them. */
  List<String> contact(Path folder) {
    List<String> options = new ArrayList<>(EngineKeys.options(settings.engines().address()));
    options.add(FIRST_COMPILER);
    List<String> command = Installation.java(options, installation.classPath());
    command.addAll(engineIn(folder));
    command.add(EngineSettings.CONTACT);
    command.addAll(remoteEngines());
    return command;
  }

  private List<String> engineIn(Path folder) {
    Path home = settings.output().folder().resolve(".jmeter-home");
    return List.of(ENGINE, "--home", home.toString(), "--out", folder.toString());
  }

  private List<String> remoteEngines() {
    String names = String.join(",", settings.engines().names());
    return Stream.concat(
            Stream.of("--engines", names), settings.engines().keys().properties().stream())
        .toList();
  }

  private List<String> engineOptions(Variant variant) {
    LoadSettings load = settings.load();
    List<String> options = new ArrayList<>(MachineLimits.engineOptions(load.users()));
    Think think = load.think(variant);
    Duration pause = think.equals(Think.AUTO) ? Calibration.MIN_PAUSE : think.mean();
    double turns = variant.users(load.users()) * 1000.0 / Math.max(1, pause.toMillis());
    IterationWork work = settings.application().work();
    double requests = turns * work.requests() / work.thinks();
    boolean known = settings.plan().ofApplication();
    if (settings.countsOnly() || (known && requests <= SLOW_REQUESTS_PER_SECOND)) {
      options.add(FIRST_COMPILER);
    }
    return options;
  }

  /**
   * Returns options that set the tier's addresses in the JMeter plan.
   *
   * @param nodes addresses of the nodes, each as HOST:PORT
   */
  static List<String> target(Variant variant, List<String> nodes) {
    int colon = nodes.get(0).lastIndexOf(':');
    String host = "host=" + nodes.get(0).substring(0, colon);
    String port = "port=" + nodes.get(0).substring(colon + 1);
    String targets = "targets=" + String.join(",", nodes);
    String affinity = "affinity=" + !variant.get(NO_AFFINITY);
    return variant.nodes() > 1 ? List.of(host, port, targets, affinity) : List.of(host, port);
  }
}
