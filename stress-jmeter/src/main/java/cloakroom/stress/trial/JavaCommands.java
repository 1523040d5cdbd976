package cloakroom.stress.trial;

import static cloakroom.stress.options.VariantOptions.*;

import cloakroom.contract.TierOptions;
import cloakroom.options.Option.Place;
import cloakroom.platform.Installation;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.load.EngineSettings;
import cloakroom.stress.options.Think;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.settings.EngineKeys;
import cloakroom.stress.settings.MachineLimits;
import cloakroom.stress.settings.Plans;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.RunSettings.LoadSettings;
import cloakroom.stress.settings.RunSettings.WarmUp;
import cloakroom.stress.settings.StressJar;
import cloakroom.stress.settings.TierCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The command lines of the processes that make up a trial: app-sim.jar as database and nodes, and
 * the load engine, each in a JVM. None of them holds a secret.
 */
public class JavaCommands {
  public static final String ENGINE = "cloakroom.stress.load.Engine";

  /** Users for whom the schema has rows anyway. */
  private static final int ROWS = 1_000;

  /** Thousands of sessions may have a state to write; {@link TierNode#stop} waits for a minute. */
  private static final String STOP_WITHIN = "50s";

  /**
   * The first JIT compiler alone: for processes that end before the second one has saved as much
   * CPU time as it used, which would be missing in the tier.
   */
  static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  /** Think times that end in a second, up to which the load engine uses the first compiler. */
  private static final double SLOW_TURNS = 500;

  private final RunSettings settings;
  private final StressJar installation;

  public JavaCommands(RunSettings settings, StressJar installation) {
    this.settings = settings;
    this.installation = installation;
  }

  /** Returns the command lines of a run with these settings. */
  JavaCommands with(RunSettings other) {
    return new JavaCommands(other, installation);
  }

  /** Starts the database of the run: the embedded one, or Oracle in a container. */
  List<String> database() {
    // it starts the server, fills the tables and waits
    List<String> command = new ArrayList<>(List.of(Installation.java(), FIRST_COMPILER));
    command.addAll(
        List.of("-jar", appSim(), "database", TierOptions.EXIT_WITH_PARENT, TierOptions.JSON));
    if (settings.database().isOracleInContainer()) {
      command.addAll(List.of(TierOptions.DB, settings.database().kind()));
    } else if (settings.countsOnly()) {
      command.add(TierOptions.NO_AUTOVACUUM);
    }
    if (settings.load().users() > ROWS) {
      command.addAll(List.of(TierOptions.USERS, Integer.toString(settings.load().users())));
    }
    return command;
  }

  private String appSim() {
    return settings.appSim().toString();
  }

  /** Starts the tier as the variant wants it, with further options of its JVM. */
  List<String> tier(Variant variant, String url, String user, String... options) {
    List<String> command = new ArrayList<>(List.of(Installation.java()));
    command.addAll(List.of(options));
    command.addAll(settings.javaOptions());
    command.addAll(
        List.of("-jar", appSim(), "serve", TierOptions.EXIT_WITH_PARENT, TierOptions.JSON));
    command.addAll(List.of(TierOptions.STOP_WITHIN, STOP_WITHIN));
    command.addAll(List.of(TierOptions.URL, url, TierOptions.USER, user));
    String schema = settings.database().schema().name();
    if (!settings.database().ours() && !schema.isEmpty()) {
      command.addAll(List.of(TierOptions.SCHEMA, schema));
    }
    command.addAll(List.of(TierOptions.PORT, "0", TierOptions.ADMIN_PORT, "0"));
    command.addAll(List.of(TierOptions.HOST, settings.engines().address()));
    command.addAll(TierCommands.options(variant));
    return command;
  }

  /** Starts the load engine, which then waits for {@link #target}. */
  List<String> engine(Variant variant, Path trialFolder) {
    List<String> command = Installation.java(engineOptions(variant), installation.classPath());
    command.addAll(
        List.of(ENGINE, "--home", settings.output().folder().resolve(".jmeter-home").toString()));
    command.addAll(List.of("--plan", settings.plan().file().toString()));
    command.addAll(List.of("--out", trialFolder.toString(), EngineSettings.WAIT));
    if (settings.engines().elsewhere()) {
      command.addAll(List.of("--engines", String.join(",", settings.engines().names())));
      command.addAll(settings.engines().keys().properties());
    }
    if (settings.output().dashboard()) {
      command.add("--dashboard");
    }
    if (settings.load().warmUp().auto() && !settings.engines().elsewhere()) {
      command.add(EngineSettings.WARM_UP_AUTO);
    }
    boolean known = settings.plan().name().equals(Plans.ADF_SESSION) && !variant.sharesRows();
    if (known && !variant.get(FAULT).isEmpty()) {
      command.add("--ledger");
    }
    command.addAll(properties(settings.load(), variant));
    command.addAll(VariantOptions.arguments(Place.LOAD, variant.choices())); // the last one counts
    return command;
  }

  private List<String> engineOptions(Variant variant) {
    if (settings.engines().elsewhere()) {
      return EngineKeys.options(settings.engines().address());
    }
    List<String> options = new ArrayList<>(MachineLimits.engineOptions(settings.load().users()));
    if (settings.countsOnly() || isSlow(variant)) {
      options.add(FIRST_COMPILER);
    }
    return options;
  }

  /** Other plans may have a pace that is not that of users and think time. */
  private boolean isSlow(Variant variant) {
    LoadSettings load = settings.load();
    Think think = variant.choices().find(THINK).orElse(load.think());
    Duration pause = think.equals(Think.AUTO) ? Calibration.MIN_PAUSE : think.mean();
    double turns = variant.users(load.users()) * 1000.0 / Math.max(1, pause.toMillis());
    return settings.plan().name().equals(Plans.ADF_SESSION) && turns <= SLOW_TURNS;
  }

  /** Properties of the plan that lead to the nodes of the variant's tier, HOST:PORT each. */
  static List<String> target(Variant variant, List<String> nodes) {
    int colon = nodes.get(0).lastIndexOf(':');
    List<String> properties = new ArrayList<>();
    properties.add("host=" + nodes.get(0).substring(0, colon));
    properties.add("port=" + nodes.get(0).substring(colon + 1));
    if (variant.nodes() > 1) {
      properties.add("targets=" + String.join(",", nodes));
      properties.add("affinity=" + !variant.get(NO_AFFINITY));
    }
    return properties;
  }

  private List<String> properties(LoadSettings load, Variant variant) {
    WarmUp warmUp = load.warmUp();
    return List.of(
        "-Jusers=" + load.users(),
        "-Jrows=" + load.users(),
        "-Jiterations=" + load.iterations(),
        "-Jthink_ms=" + load.think().mean().toMillis(),
        "-Jthink_distribution=" + load.think().kind(),
        "-Jramp_s=" + load.ramp().toSeconds(),
        "-Jwarmup_users=" + warmUp.within(variant.users(load.users())).users(),
        "-Jwarmup_iterations=" + warmUp.iterations(),
        "-Jwarmup_think_ms=" + Math.min(warmUp.maxThinkMillis(), load.think().mean().toMillis()),
        "-Jwarmup_ramp_s=" + Math.min(warmUp.maxRampSeconds(), load.ramp().toSeconds()),
        "-Jseed=" + settings.seed());
  }
}
