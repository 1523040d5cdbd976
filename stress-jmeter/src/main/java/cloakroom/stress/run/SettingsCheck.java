package cloakroom.stress.run;

import static cloakroom.stress.run.Rules.given;
import static cloakroom.stress.run.Rules.oneOf;
import static cloakroom.stress.run.Rules.sane;
import static cloakroom.stress.run.Rules.wholeSeconds;
import static cloakroom.stress.run.Rules.within;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.TierOptions;
import cloakroom.contract.Variables;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Database;
import cloakroom.stress.run.RunSettings.Habits;
import cloakroom.stress.run.RunSettings.Load;
import cloakroom.stress.run.RunSettings.Nodes;
import cloakroom.stress.run.RunSettings.Output;
import cloakroom.stress.run.RunSettings.Think;
import cloakroom.stress.run.RunSettings.TierSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
record SettingsCheck(
    StressJar installation, DatabasePasswords passwords, Tier tier, MachineLimits limits) {
  private static final int MOST_USERS = 100_000;
  private static final int MOST_CONNECTIONS = 10_000;
  private static final int CONNECTIONS_IN_ALL = 450;
  private static final int MOST_NODES = 8;
  private static final String ORACLE_THIN = DatabaseKind.ORACLE.urlPrefix() + "thin:@";
  private static final Pattern CREDENTIALS =
      Pattern.compile("(?i)[?&;](user|password|sslpassword)=|://[^/?]*@|:(thin|oci):[^@]+@");

  private static final Pattern SEVERAL_HOSTS = Pattern.compile("[^?]*[,(]");

  /** What the tier's jar is asked before anything is started. */
  interface Tier {
    /** The policies that it offers, in its own order. */
    List<String> policies(Path appSim);

    /** The line with which it refuses the policy and settings of a variant; empty if they do. */
    Optional<String> refusal(Path appSim, Variant variant);
  }

  /**
   * The settings of a run. What costs nothing is checked first, then what touches the disk; the
   * tier's jar is asked after that, and a person for a password last.
   */
  RunSettings check(RunOptions o) {
    List<String> asked = Variants.policies(o.policies);
    RunSettings.Plan plan = new Plans(installation.plans()).find(o.plan);
    Plans.Defaults defaults = Plans.Defaults.of(plan.name());
    Load load = load(o, plan, defaults);
    List<String> hygienes = Variants.hygienes(o.hygiene, defaults.hygienes());
    int trials = within("--trials", o.trials, 1, 1_000);
    Nodes nodes = nodes(o);
    limits.requireRoom(load.users(), nodes);
    RunSettings.Pool pool = pool(o);
    checkDatabase(o);
    Map<String, String> set = Variants.settings(o.set);
    Varied varied = Variants.varied(o.vary, set);
    Map<String, String> passed = o.passed.checked();
    Path jar = jar(o.appSim);
    Path out = writable(given(o.out, installation.runs()));
    List<String> policies = Variants.offered(asked, tier.policies(jar));
    Variants variants = new Variants(policies, hygienes, set, varied);
    variants.requireAccepted(variant -> tier.refusal(jar, variant));
    List<String> javaOptions = List.of(o.javaOptions.strip().split("\\s+", -1));
    return new RunSettings(
        plan,
        variants,
        load,
        trials,
        given(o.countTrips, Plans.countsTrips(plan, load.users())),
        new TierSetup(
            jar,
            o.javaOptions.isBlank() ? List.of() : javaOptions,
            pool,
            nodes,
            passed,
            o.liveHeap),
        database(o),
        new Output(out, !o.noDashboard, o.quiet, o.json),
        o.seed,
        command(o));
  }

  private static Load load(RunOptions o, RunSettings.Plan plan, Plans.Defaults defaults) {
    int users = within("--users", o.users, 1, MOST_USERS);
    Think think = given(o.think, new Think(defaults.think(), Think.CONSTANT));
    return new Load(
        users,
        within("--iterations", given(o.iterations, defaults.iterations()), 1, 1_000_000),
        sane("--think", think.mean()),
        wholeSeconds("--ramp", given(o.ramp, defaults.ramp(users))),
        sane("--hold", o.hold),
        given(o.warmUp, defaults.warmUp().within(users)),
        mix(o.mix, plan),
        habits(o, think, users, plan));
  }

  /** The plan of the probes has no transactions and no rows to share. */
  private static Habits habits(RunOptions o, Think think, int users, RunSettings.Plan plan) {
    String given = o.oneRequest ? "--one-request" : "--shared-rows " + o.sharedRows;
    if (plan.name().equals(Plans.STATE_KINDS) && (o.oneRequest || o.sharedRows != null)) {
      throw StressFailure.wrongUse(
          given + ": plan state-kinds has no transactions; it goes with adf-session");
    }
    int rows = o.sharedRows == null ? 0 : within("--shared-rows", o.sharedRows, 1, users);
    return new Habits(think.kind(), o.oneRequest, rows);
  }

  /** The plan of the two pages has no probes to put requests between. */
  private static OptionalInt mix(Integer asked, RunSettings.Plan plan) {
    if (asked == null) {
      return OptionalInt.empty();
    }
    if (plan.name().equals(Plans.ADF_SESSION)) {
      throw StressFailure.wrongUse(
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
      throw StressFailure.wrongUse(
          String.format(
              "--pool-size %d: %d connections for %d nodes, but the embedded database has %d for"
                  + " all; at most %d for each",
              size, o.nodes * size, o.nodes, CONNECTIONS_IN_ALL, CONNECTIONS_IN_ALL / o.nodes));
    }
  }

  private static Nodes nodes(RunOptions o) {
    int count = within("--nodes", o.nodes, 1, MOST_NODES);
    if (count == 1 && o.noAffinity) {
      throw StressFailure.wrongUse("--no-affinity: needs --nodes 2 or more");
    }
    if (o.killNode != null) {
      requireKillable(o);
    }
    return new Nodes(count, !o.noAffinity, Optional.ofNullable(o.killNode));
  }

  private static void requireKillable(RunOptions o) {
    String option = "--kill-node " + Durations.format(sane("--kill-node", o.killNode));
    if (o.nodes < 2) {
      throw StressFailure.wrongUse(option + ": needs --nodes 2 or more, so that one is left");
    }
    if (o.killNode.isZero()) {
      throw StressFailure.wrongUse(option + ": must be longer than 0ms");
    }
  }

  private static void checkDatabase(RunOptions o) {
    if (o.url != null) {
      checkUrl(o.url);
      if (o.passed.dbRtt != null && !o.passed.dbRtt.equals(TierOptions.DIRECT)) {
        requireOneHost(o.url, o.passed.dbRtt);
      }
      return;
    }
    oneOf("--db", o.db, TierOptions.DATABASES);
    if (o.user != null) {
      throw StressFailure.wrongUse(
          "--user " + o.user + ": goes with --url; a database that the runner starts has its own");
    }
    if (o.installSchema) {
      throw StressFailure.wrongUse(
          "--install-schema: goes with --url; a database that the runner starts has its schema");
    }
  }

  /** A relay leads to one place; the tier refuses the rest of what it cannot relay. */
  private static void requireOneHost(String url, String distance) {
    if (SEVERAL_HOSTS.matcher(url).lookingAt()) {
      throw StressFailure.wrongUse(
          "--db-rtt "
              + distance
              + ": a relay needs one host, and --url "
              + url
              + " names several or none");
    }
  }

  private static void checkUrl(String url) {
    if (CREDENTIALS.matcher(url).find()) {
      throw StressFailure.wrongUse(
          "--url holds a user or a password: every user of the machine could read it; use --user"
              + " and "
              + Variables.PASSWORD);
    }
    if (!DatabaseKind.POSTGRESQL.isOf(url) && !url.startsWith(ORACLE_THIN)) {
      throw StressFailure.wrongUse("--url " + url + ": must be like " + DatabaseKind.urlForms());
    }
  }

  /** Last, because a person may be asked for the password. */
  private Database database(RunOptions o) {
    if (o.url == null) {
      return o.db.equals(TierOptions.ORACLE)
          ? Database.started(o.db, passwords.ofContainer())
          : Database.EMBEDDED;
    }
    String user = o.user == null ? Database.EMBEDDED.user() : o.user;
    return Database.existing(o.url, user, passwords.of(user), o.installSchema);
  }

  private Path jar(Path given) {
    Path jar = given == null ? installation.appSim() : given.toAbsolutePath().normalize();
    if (!Files.isRegularFile(jar)) {
      throw StressFailure.wrongUse(
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
      throw StressFailure.wrongUse("--out " + out + ": must be a folder that can be written to");
    }
  }

  private static String command(RunOptions o) {
    return o.spec == null
        ? "stress.jar run"
        : "stress.jar "
            + String.join(" ", o.spec.root().commandLine().getParseResult().originalArgs());
  }
}
