package cloakroom.stress.settings;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.*;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static java.util.Objects.requireNonNullElse;

import cloakroom.command.Durations;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.options.Choices;
import cloakroom.options.Kind;
import cloakroom.options.Option;
import cloakroom.options.Option.Place;
import cloakroom.platform.Password;
import cloakroom.platform.Passwords;
import cloakroom.platform.Variables;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.options.FaultSpec;
import cloakroom.stress.options.Think;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.RunSettings.DatabaseSettings;
import cloakroom.stress.settings.RunSettings.Gate;
import cloakroom.stress.settings.RunSettings.Goal;
import cloakroom.stress.settings.RunSettings.LoadSettings;
import cloakroom.stress.settings.RunSettings.Output;
import cloakroom.stress.settings.RunSettings.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns options into settings, or refuses them with one line that names the value, the rule and the
 * choices. Nothing has been started by then; only the tier's jar is asked for its policies and for
 * its opinion of the settings, last.
 */
public record SettingsCheck(
    StressJar installation, Passwords passwords, TierCommands tier, MachineLimits limits) {
  /** Options of the tier that this program can judge as well as the tier. */
  private static final List<Option<?>> JUDGED_HERE = List.of(POOL_SIZE, POOL_MIN, NODES, FAULT);

  private static final String ORACLE_THIN = DatabaseKind.ORACLE.urlPrefix() + "thin:@";
  private static final Pattern CREDENTIALS =
      Pattern.compile("(?i)[?&;](user|password|sslpassword)=|://[^/?]*@|:(thin|oci):[^@]+@");

  /**
   * The settings of a run. What costs nothing is checked first, then what touches the disk; the
   * tier's jar is asked after that, and a person for a password last. A search has a goal.
   */
  public RunSettings check(RunOptions o, Optional<Goal> goal) {
    return check(o, o.variants, goal);
  }

  /** Returns the settings of a run of these variants, each in the form of {@code --variant}. */
  public RunSettings check(RunOptions o, List<String> variantTexts, Optional<Goal> goal) {
    RunSettings.Plan plan = new Plans(installation.plans()).find(o.plan);
    Plans.Defaults defaults = Plans.Defaults.of(plan.name());
    List<Target> targets = Elsewhere.targets(o);
    boolean started = targets.isEmpty();
    int trials = within("--trials", o.trials, 1, 1_000);
    OptionalInt live = live(o);
    VariantGrammar grammar = new VariantGrammar(o, variantTexts, defaults.resetLevels());
    checkDatabase(o);
    LoadSettings load = load(o, defaults, goal, grammar.asked);
    refuseIf(
        load.think().equals(Think.AUTO)
            && (goal.isPresent()
                || !started
                || !o.engines.isEmpty()
                || !o.plan.equals(Plans.ADF_SESSION)),
        "--think auto: requires run, plan %s, and tier and load engine on this machine; write a pause such as 300ms",
        Plans.ADF_SESSION);
    Path jar = started ? jar(o.appSim) : installation.appSim();
    Path out = writable("--out", requireNonNullElse(o.out, installation.runs()));
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
    boolean countRoundTrips =
        requireNonNullElse(
            o.countRoundTrips, goal.isEmpty() && Plans.countsTrips(plan, load.users()));
    List<String> javaOptions = List.of(o.javaOptions.strip().split("\\s+", -1));
    return new RunSettings(
        plan,
        variants,
        grammar.defaultPools,
        load,
        trials,
        within("--max-repeats", o.maxRepeats, 0, 100),
        started && countRoundTrips,
        jar,
        o.javaOptions.isBlank() ? List.of() : javaOptions,
        o.liveHeap,
        Elsewhere.engines(o, load, tier),
        targets,
        started || o.url != null ? database(o) : DatabaseSettings.UNKNOWN,
        new Output(out, !o.noDashboard && goal.isEmpty(), o.quiet, o.json, live),
        gate,
        o.seed,
        o.baseline == null ? "" : Kind.oneOf("NAME", names).parse("--baseline", o.baseline),
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
    FailureConditions limits = FailureConditions.parse(o.limits);
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
  private void check(RunOptions o, Variant variant, LoadSettings load) {
    int nodes = variant.nodes();
    int users = variant.users(load.users());
    int rows = variant.choices().find(SHARED_ROWS).orElse(1);
    int size = variant.get(POOL_SIZE);
    int minimum = variant.get(POOL_MIN);
    int all = VariantGrammar.CONNECTIONS_IN_ALL;
    boolean affinity = !variant.get(NO_AFFINITY);
    String whole = " %d: must be a whole number from %d to %d";
    refuse(nodes == 1 && !affinity, o, variant, NO_AFFINITY, ": needs --nodes 2 or more");
    checkFaults(o, variant);
    if (o.engines.isEmpty()) {
      limits.requireRoom(load.users(), nodes, affinity);
    }
    refuse(rows > users, o, variant, SHARED_ROWS, whole.formatted(rows, 1, users));
    refuse(minimum > size, o, variant, POOL_MIN, whole.formatted(minimum, 0, size));
    // a pool that one node alone opens too large meets the server's own refusal
    refuse(
        nodes > 1 && o.url == null && nodes * size > all,
        o,
        variant,
        POOL_SIZE,
        " %d: %d connections for %d nodes, but the embedded database has %d for all; at most %d for each"
            .formatted(size, nodes * size, nodes, all, all / nodes));
    refuse(
        !variant.get(COMMIT_DELAY).isZero() && !embedded(o),
        o,
        variant,
        COMMIT_DELAY,
        " "
            + variant.choices().text(COMMIT_DELAY)
            + ": only the database that the run starts itself can wait, a PostgreSQL");
  }

  private static boolean embedded(RunOptions o) {
    return o.url == null && o.db.equals(TierOptions.EMBEDDED);
  }

  private static void checkFaults(RunOptions o, Variant variant) {
    for (FaultSpec fault : variant.get(FAULT)) {
      String lacks =
          switch (fault.kind().place()) {
            case DATABASE ->
                embedded(o)
                    ? ""
                    : "needs the PostgreSQL that the run starts itself (leave --url and --db out)";
            case SESSIONS ->
                DatabaseKind.POSTGRESQL.isOf(url(o)) ? "" : "needs PostgreSQL, of any kind";
            case RELAY ->
                variant.get(DB_RTT).isEmpty()
                    ? "needs a relay on the way to the database: --db-rtt 0 or more"
                    : "";
            case NODE -> variant.nodes() > 1 ? "" : "needs --nodes 2 or more, so that one is left";
            case POOL -> variant.get(POOL).equals("none") ? "needs a pool: none has no end" : "";
            case STORE -> "";
          };
      refuseIf(
          !lacks.isEmpty(), "--fault %s of variant '%s': %s", fault.text(), variant.name(), lacks);
    }
  }

  /** Shipped plans differ in what they have: nobody else's would be asked in vain. */
  private static void requireKnown(RunOptions o, RunSettings.Plan plan, Variant variant) {
    for (Option<?> option : VariantOptions.ALL) {
      List<String> knowing = Plans.knowing(option);
      refuse(
          variant.has(option)
              && plan.ours()
              && !knowing.isEmpty()
              && !knowing.contains(plan.name()),
          o,
          variant,
          option,
          ": plan %s has nothing like it; it goes with %s"
              .formatted(plan.name(), String.join(", ", knowing)));
    }
  }

  /** Fails with the option, or the variant if that has another value than the option. */
  private static void refuse(
      boolean wrong, RunOptions o, Variant variant, Option<?> option, String rule) {
    boolean typed = o.typed(option).equals(Optional.of(variant.choices().text(option)));
    String named = typed ? option.name() : "variant '" + variant.name() + "': " + option.key();
    refuseIf(wrong, "%s%s", named, rule);
  }

  /** Fails now if the tier would reject options when its trial starts, maybe hours later. */
  private void requireAccepted(RunOptions o, Path jar, List<Variant> variants) {
    Set<List<String>> asked = new HashSet<>();
    for (Variant variant : variants) {
      Choices own = variant.choices().without(JUDGED_HERE);
      if (own.text(POOL).equals(POOL.otherwise())) {
        own = own.without(List.of(POOL));
      }
      if (!own.has(VALIDATION)) {
        own = own.without(List.of(RESET_LEVEL)); // UCP judges both together
      }
      List<String> questions = VariantOptions.arguments(Place.TIER, own);
      if (!questions.isEmpty()
          && asked.add(Stream.concat(Stream.of(variant.policy()), questions.stream()).toList())) {
        tier.refusal(jar, url(o), TierCommands.options(variant))
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
  private static LoadSettings load(
      RunOptions o, Plans.Defaults defaults, Optional<Goal> goal, List<Variant> variants) {
    int asked = requireNonNullElse(o.users, defaults.users());
    int usual = goal.map(g -> g.users(asked)).orElse(asked);
    int most = variants.stream().mapToInt(v -> v.users(0)).reduce(usual, Math::max);
    int users = USERS.kind().parse("--users", Integer.toString(most));
    int iterations =
        goal.map(g -> g.iterations(defaults.iterations())).orElse(defaults.iterations());
    Duration ramp = goal.map(g -> Goal.RAMP).orElseGet(() -> defaults.ramp(users));
    Think think = requireNonNullElse(o.think, new Think(defaults.think(), Think.CONSTANT));
    sane("--think", think.mean());
    boolean fit = think.equals(Think.AUTO) && o.iterations == null;
    return new LoadSettings(
        users,
        fit
            ? LoadSettings.FIT
            : within("--iterations", requireNonNullElse(o.iterations, iterations), 1, 1_000_000),
        think,
        wholeSeconds("--ramp", requireNonNullElse(o.ramp, ramp)),
        requireNonNullElse(o.warmUp, defaults.warmUp().within(users)));
  }

  private static void checkDatabase(RunOptions o) {
    if (o.url != null) {
      checkUrl(o.url);
      return;
    }
    Kind.oneOf("KIND", TierOptions.DATABASES).parse("--db", o.db);
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

  public static void checkUrl(String url) {
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
  private DatabaseSettings database(RunOptions o) {
    if (o.url == null) {
      return o.db.equals(TierOptions.ORACLE)
          ? DatabaseSettings.started(o.db, ofContainer())
          : DatabaseSettings.EMBEDDED;
    }
    String user = o.user == null ? DatabaseSettings.EMBEDDED.user() : o.user;
    return new DatabaseSettings(
        "url", o.url, user, passwords.of(user), schema(o), install(o), o.tidy);
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

  public static int within(String option, int value, int minimum, int maximum) {
    return Kind.whole(minimum, maximum).parse(option, Integer.toString(value));
  }

  private static Duration sane(String option, Duration value) {
    return Kind.DURATION.parse(option, Durations.format(value));
  }

  public static Duration wholeSeconds(String option, Duration value) {
    refuseIf(
        sane(option, value).toMillis() % 1_000 != 0,
        "%s %s: must be in whole seconds, such as 10s",
        option,
        Durations.format(value));
    return value;
  }

  private Path jar(Path given) {
    Path jar = given == null ? installation.appSim() : given.toAbsolutePath().normalize();
    refuseIf(
        !Files.isRegularFile(jar),
        "--app-sim %s: there is no such file; \"mvn package -DskipTests\" builds it",
        jar);
    return jar;
  }

  public static Path writableFile(String option, Path given) {
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
