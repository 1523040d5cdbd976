package cloakroom.stress.run;

import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.run.Rules.given;
import static cloakroom.stress.run.Rules.oneOf;
import static cloakroom.stress.run.Rules.sane;
import static cloakroom.stress.run.Rules.wholeSeconds;
import static cloakroom.stress.run.Rules.within;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.Password;
import cloakroom.contract.Passwords;
import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.contract.Variables;
import cloakroom.stress.measure.Limits;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Database;
import cloakroom.stress.run.RunSettings.Gate;
import cloakroom.stress.run.RunSettings.Goal;
import cloakroom.stress.run.RunSettings.Load;
import cloakroom.stress.run.RunSettings.Output;
import cloakroom.stress.run.RunSettings.Target;
import cloakroom.stress.run.RunSettings.Think;
import cloakroom.usage.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Turns options into settings, or refuses them with one line that names the value, the rule and the
 * choices. Nothing has been started by then; only the tier's jar is asked for its policies and for
 * its opinion of the settings, last.
 */
record SettingsCheck(
    StressJar installation, Passwords passwords, TierCommands tier, MachineLimits limits) {
  private static final int MOST_USERS = 100_000;

  /** What this program can judge as well as the tier. */
  private static final Set<String> CHECKED =
      Set.of("pool-size", "pool-min", Variant.NODES, VariantKeys.NO_AFFINITY, Variant.FAULT);

  private static final String ORACLE_THIN = DatabaseKind.ORACLE.urlPrefix() + "thin:@";
  private static final Pattern CREDENTIALS =
      Pattern.compile("(?i)[?&;](user|password|sslpassword)=|://[^/?]*@|:(thin|oci):[^@]+@");

  /**
   * The settings of a run. What costs nothing is checked first, then what touches the disk; the
   * tier's jar is asked after that, and a person for a password last. A search has a goal.
   */
  RunSettings check(RunOptions o, Optional<Goal> goal) {
    return check(o, o.variants, goal);
  }

  /** Returns the settings of a run of these variants, each in the form of {@code --variant}. */
  RunSettings check(RunOptions o, List<String> variantTexts, Optional<Goal> goal) {
    RunSettings.Plan plan = new Plans(installation.plans()).find(o.plan);
    Plans.Defaults defaults = Plans.Defaults.of(plan.name());
    List<Target> targets = Elsewhere.targets(o);
    boolean started = targets.isEmpty();
    int trials = within("--trials", o.trials, 1, 1_000);
    OptionalInt live = live(o);
    VariantGrammar grammar = new VariantGrammar(o, variantTexts, defaults.hygienes());
    checkDatabase(o);
    Load load = load(o, defaults, goal, grammar.asked);
    refuseIf(
        load.think().equals(Think.AUTO)
            && (goal.isPresent()
                || !started
                || !o.engines.isEmpty()
                || !o.plan.equals(Plans.ADF_SESSION)),
        "--think auto: requires run, plan %s, and tier and load engine on this machine; write a pause such as 300ms",
        Plans.ADF_SESSION);
    Path jar = started ? jar(o.appSim) : installation.appSim();
    Path out = writable("--out", given(o.out, installation.runs()));
    List<Variant> variants =
        started
            ? grammar.complete(tier.policies(jar), load.users())
            : List.of(Elsewhere.variant(o, targets, tier));
    List<String> names = variants.stream().map(Variant::name).toList();
    Gate gate = gate(o, names);
    variants.forEach(variant -> check(o, variant, load));
    variants.forEach(variant -> requireKnown(o, plan, variant));
    if (started) {
      requireAccepted(o, jar, variants);
    }
    boolean countTrips =
        given(o.countTrips, goal.isEmpty() && Plans.countsTrips(plan, load.users()));
    List<String> javaOptions = List.of(o.javaOptions.strip().split("\\s+", -1));
    return new RunSettings(
        plan,
        variants,
        grammar.defaultPools,
        load,
        trials,
        within("--max-repeats", o.maxRepeats, 0, 100),
        started && countTrips,
        jar,
        o.javaOptions.isBlank() ? List.of() : javaOptions,
        o.liveHeap,
        Elsewhere.engines(o, load, tier),
        targets,
        started || o.url != null ? database(o) : Database.UNKNOWN,
        new Output(out, !o.noDashboard && goal.isEmpty(), o.quiet, o.json, live),
        gate,
        o.seed,
        o.baseline == null ? "" : oneOf("--baseline", o.baseline, names),
        command(o),
        goal);
  }

  /** Nobody would learn of a free port that nothing tells. */
  private static OptionalInt live(RunOptions o) {
    if (o.live == null) {
      return o.noLive || o.quiet ? OptionalInt.empty() : OptionalInt.of(0);
    }
    refuseIf(o.noLive, "--live %s: cannot go with --no-live", o.live);
    return OptionalInt.of(within("--live", o.live, 0, 65_535));
  }

  private static Gate gate(RunOptions o, List<String> variants) {
    Limits limits = Limits.parse(o.limits);
    limits.requireFit(variants);
    String abort = "--abort-on-fail";
    Optional<Duration> patience = Optional.ofNullable(o.abortOnFail).map(most -> sane(abort, most));
    boolean live = limits.all().stream().anyMatch(l -> variants.stream().anyMatch(l::live));
    if (patience.isPresent() && !live) {
      throw StressFailure.wrongUse(
          "%s %s: needs a --fail-if on response.*, service.*, throughputPerSecond or errors",
          abort, Durations.format(patience.get()));
    }
    Optional<Path> junit = Optional.ofNullable(o.junit).map(file -> writableFile("--junit", file));
    return new Gate(limits, patience, o.requireVerdict, junit);
  }

  /** What fits no value alone but values together. */
  private void check(RunOptions o, Variant variant, Load load) {
    int nodes = variant.nodes();
    int users = variant.users(load.users());
    int rows = number(variant, Variant.SHARED_ROWS, 1);
    int size = number(variant, "pool-size", 0);
    int minimum = number(variant, "pool-min", 0);
    int all = VariantGrammar.CONNECTIONS_IN_ALL;
    boolean affinity = VariantKeys.affinity(variant);
    String commit = variant.choice(VariantKeys.COMMIT, "0ms");
    String whole = " %d: must be a whole number from %d to %d";
    refuse(
        nodes == 1 && !affinity, o, variant, VariantKeys.NO_AFFINITY, ": needs --nodes 2 or more");
    checkFaults(o, variant);
    if (o.engines.isEmpty()) {
      limits.requireRoom(load.users(), nodes, affinity);
    }
    refuse(rows > users, o, variant, Variant.SHARED_ROWS, whole.formatted(rows, 1, users));
    refuse(minimum > size, o, variant, "pool-min", whole.formatted(minimum, 0, size));
    // a pool that one node alone opens too large meets the server's own refusal
    refuse(
        nodes > 1 && o.url == null && nodes * size > all,
        o,
        variant,
        "pool-size",
        " %d: %d connections for %d nodes, but the embedded database has %d for all; at most %d for each"
            .formatted(size, nodes * size, nodes, all, all / nodes));
    refuse(
        !commit.equals("0ms") && !embedded(o),
        o,
        variant,
        VariantKeys.COMMIT,
        " " + commit + ": only the database that the run starts itself can wait, a PostgreSQL");
  }

  private static int number(Variant variant, String key, int otherwise) {
    return Integer.parseInt(variant.choice(key, Integer.toString(otherwise)));
  }

  private static boolean embedded(RunOptions o) {
    return o.url == null && o.db.equals(TierOptions.EMBEDDED);
  }

  private static void checkFaults(RunOptions o, Variant variant) {
    for (FaultSpec fault : FaultSpec.of(variant)) {
      String lacks =
          switch (fault.kind().place()) {
            case DATABASE ->
                embedded(o)
                    ? ""
                    : "needs the PostgreSQL that the run starts itself (leave --url and --db out)";
            case SESSIONS ->
                DatabaseKind.POSTGRESQL.isOf(url(o)) ? "" : "needs PostgreSQL, of any kind";
            case RELAY ->
                variant.choice(VariantKeys.DISTANCE, TierOptions.DIRECT).equals(TierOptions.DIRECT)
                    ? "needs a relay on the way to the database: --db-rtt 0 or more"
                    : "";
            case NODE -> variant.nodes() > 1 ? "" : "needs --nodes 2 or more, so that one is left";
            case POOL ->
                variant.choice("pool", "").equals("none") ? "needs a pool: none has no end" : "";
            case STORE -> "";
          };
      refuseIf(
          !lacks.isEmpty(), "--fault %s of variant '%s': %s", fault.text(), variant.name(), lacks);
    }
  }

  /** Shipped plans differ in what they have: nobody else's would be asked in vain. */
  private static void requireKnown(RunOptions o, RunSettings.Plan plan, Variant variant) {
    for (String key : variant.choices().keySet()) {
      List<String> knowing = Plans.knowing(key);
      refuse(
          plan.ours() && !knowing.isEmpty() && !knowing.contains(plan.name()),
          o,
          variant,
          key,
          ": plan %s has nothing like it; it goes with %s"
              .formatted(plan.name(), String.join(", ", knowing)));
    }
  }

  /** Names the option, or the variant that says something else than the option. */
  private static void refuse(
      boolean wrong, RunOptions o, Variant variant, String key, String rule) {
    String given = VariantKeys.named(key).map(o::value).orElse(null);
    boolean option = variant.choice(key, "").equals(given);
    String named = option ? "--" + key : "variant '" + variant.name() + "': " + key;
    refuseIf(wrong, "%s%s", named, rule);
  }

  /** Refuses now what the tier would refuse when its trial starts, maybe hours later. */
  private void requireAccepted(RunOptions o, Path jar, List<Variant> variants) {
    Set<Variant> asked = new HashSet<>();
    for (Variant variant : variants) {
      Map<String, String> choices = new HashMap<>(variant.choices());
      choices.keySet().removeAll(CHECKED);
      choices.remove("pool", VariantGrammar.USUAL_POOL);
      if (!choices.containsKey("validation")) {
        choices.remove("hygiene"); // UCP judges both together
      }
      if (!choices.isEmpty() && asked.add(new Variant("", variant.policy(), choices))) {
        tier.refusal(jar, url(o), JavaCommands.tierOptions(variant))
            .ifPresent(
                line -> {
                  throw StressFailure.wrongUse("variant '" + variant.name() + "': " + line);
                });
      }
    }
  }

  /** A URL of the kind that there will be. */
  private static String url(RunOptions o) {
    String any = "//127.0.0.1/any";
    return o.url != null
        ? o.url
        : o.db.equals(TierOptions.ORACLE)
            ? ORACLE_THIN + any
            : DatabaseKind.POSTGRESQL.urlPrefix() + any;
  }

  /** Returns the load for the variant with the most users; a search brings its own defaults. */
  private static Load load(
      RunOptions o, Plans.Defaults defaults, Optional<Goal> goal, List<Variant> variants) {
    int asked = given(o.users, defaults.users());
    int usual = goal.map(g -> g.users(asked)).orElse(asked);
    int most = variants.stream().mapToInt(v -> v.users(0)).reduce(usual, Math::max);
    int users = within("--users", most, 1, MOST_USERS);
    int iterations =
        goal.map(g -> g.iterations(defaults.iterations())).orElse(defaults.iterations());
    Duration ramp = goal.map(g -> Goal.RAMP).orElseGet(() -> defaults.ramp(users));
    Think think = given(o.think, new Think(defaults.think(), Think.CONSTANT));
    sane("--think", think.mean());
    boolean fit = think.equals(Think.AUTO) && o.iterations == null;
    return new Load(
        users,
        fit ? Load.FIT : within("--iterations", given(o.iterations, iterations), 1, 1_000_000),
        think,
        wholeSeconds("--ramp", given(o.ramp, ramp)),
        given(o.warmUp, defaults.warmUp().within(users)));
  }

  private static void checkDatabase(RunOptions o) {
    if (o.url != null) {
      checkUrl(o.url);
      return;
    }
    oneOf("--db", o.db, TierOptions.DATABASES);
    refuseIf(
        o.user != null,
        "--user %s: goes with --url; a database that the runner starts has its own",
        o.user);
    refuseIf(
        o.schema != null || o.scale != null || o.tidy,
        "--schema, --scale and --tidy: require --url; a database that the runner starts has its own");
    refuseIf(
        o.installSchema,
        "--install-schema: goes with --url; a database that the runner starts has its schema");
  }

  static void checkUrl(String url) {
    if (CREDENTIALS.matcher(url).find()) {
      throw StressFailure.wrongUse(
          "--url holds a user or a password: every user of the machine could read it; use --user and %s",
          Variables.PASSWORD);
    }
    if (!DatabaseKind.POSTGRESQL.isOf(url) && !url.startsWith(ORACLE_THIN)) {
      throw StressFailure.wrongUse("--url %s: must be like %s", url, DatabaseKind.urlForms());
    }
    refuseIf(
        url.contains("ApplicationName="),
        "--url %s: ApplicationName is not supported; remove it, because each run names its sessions",
        url);
  }

  /** Last, because a person may be asked for the password. */
  private Database database(RunOptions o) {
    if (o.url == null) {
      return o.db.equals(TierOptions.ORACLE)
          ? Database.started(o.db, ofContainer())
          : Database.EMBEDDED;
    }
    String user = o.user == null ? Database.EMBEDDED.user() : o.user;
    return new Database("url", o.url, user, passwords.of(user), schema(o), install(o), o.tidy);
  }

  private static SchemaName schema(RunOptions o) {
    try {
      return SchemaName.of(o.url, o.schema);
    } catch (IllegalArgumentException e) {
      throw StressFailure.wrongUse("%s", e.getMessage());
    }
  }

  private static List<String> install(RunOptions o) {
    List<String> install = new ArrayList<>();
    if (o.installSchema) {
      install.add(TierOptions.INSTALL_SCHEMA);
    }
    if (o.scale != null) {
      install.addAll(List.of(TierOptions.SCALE, o.scale.toString()));
    }
    return install;
  }

  /**
   * The password for an Oracle that the run starts in a container: the one in the environment, or a
   * random one. A container that is kept is found again by its password, so each run with a random
   * one would leave another container behind.
   */
  private Password ofContainer() {
    Optional<Password> given = passwords.given();
    refuseIf(
        given.isEmpty() && "true".equals(passwords.environment().apply(Variables.ORACLE_REUSE)),
        "%s=true needs %s: with a random password no other run could use the container",
        Variables.ORACLE_REUSE,
        Variables.PASSWORD);
    return given.orElseGet(Password::random);
  }

  private Path jar(Path given) {
    Path jar = given == null ? installation.appSim() : given.toAbsolutePath().normalize();
    refuseIf(
        !Files.isRegularFile(jar),
        "--app-sim %s: there is no such file; \"mvn package -DskipTests\" builds it",
        jar);
    return jar;
  }

  static Path writableFile(String option, Path given) {
    Path file = given.toAbsolutePath().normalize();
    refuseIf(Files.isDirectory(file), "%s %s: must be a file, and is a folder", option, file);
    return writable(option, file.getParent()).resolve(file.getFileName());
  }

  /** Tried, not asked: root may write where the permissions say that nobody may. */
  private static Path writable(String option, Path folder) {
    Path out = folder.toAbsolutePath().normalize();
    try {
      Files.createDirectories(out);
      Files.delete(Files.createTempFile(out, ".probe", null));
      return out;
    } catch (IOException e) {
      throw StressFailure.wrongUse(
          option + " " + out + ": must be a folder that can be written to");
    }
  }

  /** The command line as a shell takes it. */
  private static String command(RunOptions o) {
    return o.spec.root().commandLine().getParseResult().originalArgs().stream()
        .map(
            word ->
                word.matches("[\\w.,:=/@%+~-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "stress.jar ", ""));
  }
}
