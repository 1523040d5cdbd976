package cloakroom.stress.run;

import static cloakroom.stress.run.Rules.given;
import static cloakroom.stress.run.Rules.oneOf;
import static cloakroom.stress.run.Rules.sane;
import static cloakroom.stress.run.Rules.wholeSeconds;
import static cloakroom.stress.run.Rules.within;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.TierOptions;
import cloakroom.contract.Variables;
import cloakroom.stress.measure.Varied;
import cloakroom.stress.run.RunSettings.Database;
import cloakroom.stress.run.RunSettings.Load;
import cloakroom.stress.run.RunSettings.Output;
import cloakroom.stress.run.RunSettings.TierSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Turns options into settings, or refuses them with one line that names the value, the rule and the
 * choices. Nothing has been started by then; only the tier's jar is asked for its policies and for
 * its opinion of the settings, last.
 */
final class SettingsCheck {
  private static final int MOST_USERS = 100_000;
  private static final int MOST_CONNECTIONS = 10_000;
  private static final int CONNECTIONS_IN_ALL = 450;
  private static final int MOST_NODES = 8;
  private static final String ORACLE_THIN = DatabaseKind.ORACLE.urlPrefix() + "thin:@";
  private static final Pattern CREDENTIALS =
      Pattern.compile("(?i)[?&;](user|password|sslpassword)=|://[^/?]*@|:(thin|oci):[^@]+@");

  private final StressJar installation;
  private final DatabasePasswords passwords;
  private final TierAnswers tier;
  private final Capacity capacity;

  SettingsCheck(StressJar installation) {
    this(
        installation,
        DatabasePasswords.here(),
        new TierCommands(installation.java()),
        new Capacity(MachineLimits.here()));
  }

  SettingsCheck(
      StressJar installation, DatabasePasswords passwords, TierAnswers tier, Capacity capacity) {
    this.installation = installation;
    this.passwords = passwords;
    this.tier = tier;
    this.capacity = capacity;
  }

  /**
   * The settings of a run. What costs nothing is checked first, then what touches the disk; the
   * tier's jar is asked after that, and a person for a password last.
   */
  RunSettings check(RunOptions o) {
    List<String> asked = Policies.split(o.policies);
    RunSettings.Plan plan = new Plans(installation.plans()).find(o.plan);
    PlanDefaults defaults = PlanDefaults.of(plan.name());
    Load load = load(o, plan, defaults);
    List<String> hygienes = VariantsCheck.hygienes(o.hygiene, defaults.hygienes());
    int trials = within("--trials", o.trials, 1, 1_000);
    Nodes nodes = nodes(o);
    capacity.require(load.users(), nodes);
    RunSettings.Pool pool = pool(o);
    checkDatabase(o);
    Map<String, String> set = VariantsCheck.set(o.set);
    Varied varied = VariantsCheck.varied(o.vary, set);
    Map<String, String> passed = o.passed.checked();
    Path jar = jar(o.appSim);
    Path out = writable(given(o.out, installation.runs()));
    List<String> policies = Policies.choose(asked, tier.policies(jar));
    Variants variants = new Variants(policies, hygienes, set, varied);
    VariantsCheck.accepted(variants.all(), varied, variant -> tier.refusal(jar, variant));
    return new RunSettings(
        plan,
        variants,
        load,
        trials,
        new TierSetup(jar, words(o.javaOptions), pool, nodes, passed, o.liveHeap),
        database(o),
        new Output(out, !o.noDashboard, o.quiet, o.json),
        o.seed,
        command(o));
  }

  private static Load load(RunOptions o, RunSettings.Plan plan, PlanDefaults defaults) {
    int users = within("--users", o.users, 1, MOST_USERS);
    return new Load(
        users,
        within("--iterations", given(o.iterations, defaults.iterations()), 1, 1_000_000),
        sane("--think", given(o.think, defaults.think())),
        wholeSeconds("--ramp", given(o.ramp, defaults.ramp(users))),
        sane("--hold", o.hold),
        given(o.warmUp, defaults.warmUp().within(users)),
        mix(o.mix, plan));
  }

  /** The plan of the two pages has no probes to put requests between. */
  private static OptionalInt mix(Integer asked, RunSettings.Plan plan) {
    if (asked == null) {
      return OptionalInt.empty();
    }
    if (plan.name().equals(PlanDefaults.ADF_SESSION)) {
      throw new BadInput(
          "--mix " + asked + ": plan " + plan.name() + " has no probes; it goes with state-kinds");
    }
    return OptionalInt.of(within("--mix", asked, 0, 1_000));
  }

  private static RunSettings.Pool pool(RunOptions o) {
    String kind = oneOf("--pool", o.pool, TierOptions.POOLS);
    int size =
        o.poolSize == null
            ? Math.min(2 * o.users + 40, CONNECTIONS_IN_ALL / o.nodes)
            : within("--pool-size", o.poolSize, 1, MOST_CONNECTIONS);
    requireRoom(o, size);
    return new RunSettings.Pool(kind, size, within("--pool-min", o.poolMin, 0, size));
  }

  /** A pool that one node alone opens too large meets the server's own refusal, as before. */
  private static void requireRoom(RunOptions o, int size) {
    if (o.nodes > 1 && o.url == null && o.nodes * size > CONNECTIONS_IN_ALL) {
      throw new BadInput(
          String.format(
              "--pool-size %d: %d connections for %d nodes, but the embedded database has %d for"
                  + " all; at most %d for each",
              size, o.nodes * size, o.nodes, CONNECTIONS_IN_ALL, CONNECTIONS_IN_ALL / o.nodes));
    }
  }

  private static Nodes nodes(RunOptions o) {
    int count = within("--nodes", o.nodes, 1, MOST_NODES);
    if (count == 1 && o.noAffinity) {
      throw new BadInput("--no-affinity: needs --nodes 2 or more");
    }
    if (o.killNode != null) {
      requireKillable(o);
    }
    return new Nodes(count, !o.noAffinity, Optional.ofNullable(o.killNode));
  }

  private static void requireKillable(RunOptions o) {
    String option = "--kill-node " + Durations.format(sane("--kill-node", o.killNode));
    if (o.nodes < 2) {
      throw new BadInput(option + ": needs --nodes 2 or more, so that one is left");
    }
    if (o.killNode.isZero()) {
      throw new BadInput(option + ": must be longer than 0ms");
    }
  }

  private static void checkDatabase(RunOptions o) {
    if (o.url == null) {
      checkStarted(o);
    } else {
      checkExisting(o);
    }
  }

  private static void checkStarted(RunOptions o) {
    oneOf("--db", o.db, TierOptions.DATABASES);
    if (o.user != null) {
      throw new BadInput(
          "--user " + o.user + ": goes with --url; a database that the runner starts has its own");
    }
    if (o.installSchema) {
      throw new BadInput(
          "--install-schema: goes with --url; a database that the runner starts has its schema");
    }
  }

  private static void checkExisting(RunOptions o) {
    if (CREDENTIALS.matcher(o.url).find()) {
      throw new BadInput(
          "--url holds a user or a password: every user of the machine could read it; use --user"
              + " and "
              + Variables.PASSWORD);
    }
    if (!DatabaseKind.POSTGRESQL.isOf(o.url) && !o.url.startsWith(ORACLE_THIN)) {
      throw new BadInput("--url " + o.url + ": must be like " + DatabaseKind.urlForms());
    }
  }

  /** Last, because a person may be asked for the password. */
  private Database database(RunOptions o) {
    if (o.url == null) {
      return o.db.equals(Database.ORACLE)
          ? Database.oracle(passwords.ofContainer())
          : Database.EMBEDDED;
    }
    String user = o.user == null ? Database.EMBEDDED.user() : o.user;
    return Database.existing(o.url, user, passwords.of(user), o.installSchema);
  }

  private Path jar(Path given) {
    Path jar = given == null ? installation.appSim() : given.toAbsolutePath().normalize();
    if (!Files.isRegularFile(jar)) {
      throw new BadInput(
          "--app-sim " + jar + ": there is no such file; \"mvn package -DskipTests\" builds it");
    }
    return jar;
  }

  /** Tried, not asked: root may write where the permissions say that nobody may. */
  private static Path writable(Path folder) {
    Path out = folder.toAbsolutePath().normalize();
    try {
      Files.createDirectories(out);
      Files.delete(Files.createTempFile(out, ".probe", null));
      return out;
    } catch (IOException e) {
      throw new BadInput("--out " + out + ": must be a folder that can be written to");
    }
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>(List.of(text.strip().split("\\s+", -1)));
    words.removeIf(String::isEmpty);
    return List.copyOf(words);
  }

  private static String command(RunOptions o) {
    return o.spec == null
        ? "stress.jar run"
        : "stress.jar "
            + String.join(" ", o.spec.root().commandLine().getParseResult().originalArgs());
  }
}
