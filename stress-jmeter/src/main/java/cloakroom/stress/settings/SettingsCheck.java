package cloakroom.stress.settings;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.*;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.process.StressFailure.wrongUse;
import static cloakroom.stress.settings.RunSettings.*;
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

/** Conversion of options to settings, which rejects bad values before a run starts a process. */
public record SettingsCheck(
    StressJar installation, Passwords passwords, TierCommands tier, MachineLimits limits) {
  /** Options of the tier that are checked here; the tier need not start for them. */
  private static final List<Option<?>> CHECKED_HERE = List.of(POOL_SIZE, POOL_MIN, NODES, FAULT);

  private static final String ORACLE_THIN = DatabaseKind.ORACLE.urlPrefix() + "thin:@";
  private static final Pattern CREDENTIALS =
      Pattern.compile("(?i)[?&;](user|password|sslpassword)=|://[^/?]*@|:(thin|oci):[^@]+@");

  /**
   * Returns the settings of a run of these variants, each in the form of {@code --variant}. Checks
   * the options alone first, then files, then by commands of the tier; prompts for a password last.
   */
  public RunSettings check(RunOptions o, List<String> variantTexts, Optional<Goal> goal) {
    Plan plan = new Plans(installation.plans()).find(o.plan);
    Plans.Defaults defaults = Plans.Defaults.of(plan.name());
    List<Target> targets = RemoteTargets.targets(o);
    boolean started = targets.isEmpty();
    int trials = within("--trials", o.trials, 1, 1_000);
    OptionalInt live = live(o);
    VariantGrammar grammar = new VariantGrammar(o, variantTexts, defaults.resetLevels());
    checkDatabase(o);
    LoadSettings load = load(o, defaults, goal, grammar.parsed);
    boolean local = started && o.engines.isEmpty();
    refuseIf(
        load.think().equals(Think.AUTO)
            && (goal.isPresent() || !local || !o.plan.equals(Plans.ADF_SESSION)),
        "--think auto: requires run, plan %s, and tier and load engine on this machine; write a pause such as 300ms",
        Plans.ADF_SESSION);
    Path jar = started ? jar(o.appSim) : installation.appSim();
    Path out = writable("--out", requireNonNullElse(o.out, installation.runs()));
    List<Variant> variants =
        started
            ? grammar.complete(tier.policies(jar), load.users())
            : List.of(RemoteTargets.variant(o, targets, tier));
    List<String> names = variants.stream().map(Variant::name).toList();
    Gate gate = gate(o, names);
    variants.forEach(variant -> check(o, variant, load));
    variants.forEach(variant -> requireOptionsOfPlan(o, plan, variant));
    if (started) {
      requireAccepted(o, jar, variants);
    }
    boolean countRoundTrips =
        requireNonNullElse(
            o.countRoundTrips, goal.isEmpty() && Plans.countsTrips(plan, load.users()));
    return new RunSettings(
        plan,
        variants,
        grammar.defaultPools,
        load,
        trials,
        within("--max-repeats", o.maxRepeats, 0, 100),
        started && countRoundTrips,
        jar,
        o.javaOptions.isBlank() ? List.of() : List.of(o.javaOptions.strip().split("\\s+", -1)),
        o.liveHeap,
        RemoteTargets.engines(o, load.users(), tier),
        targets,
        started || o.url != null ? database(o) : DatabaseSettings.UNKNOWN,
        new Output(out, !o.noDashboard && goal.isEmpty(), o.quiet, o.json, live),
        gate,
        o.seed,
        o.baseline == null ? "" : Kind.oneOf("NAME", names).parse("--baseline", o.baseline),
        command(o),
        goal);
  }

  /** Returns the live port; empty by default with --quiet, because a free port is not printed. */
  private static OptionalInt live(RunOptions o) {
    if (o.live == null) {
      return o.noLive || o.quiet ? OptionalInt.empty() : OptionalInt.of(0);
    }
    refuseIf(o.noLive, "--live %s: cannot be combined with --no-live", o.live);
    return OptionalInt.of(within("--live", o.live, 0, 65_535));
  }

  private static Gate gate(RunOptions o, List<String> variants) {
    FailureConditions conditions = FailureConditions.parse(o.limits);
    conditions.requireFit(variants);
    Optional<Duration> abortAfter =
        Optional.ofNullable(o.abortOnFail).map(time -> sane("--abort-on-fail", time));
    boolean live = conditions.all().stream().anyMatch(c -> variants.stream().anyMatch(c::live));
    refuseIf(
        abortAfter.isPresent() && !live,
        "--abort-on-fail %s: requires a --fail-if on response.*, service.*, throughputPerSecond or errors",
        abortAfter.map(Durations::format).orElse(""));
    Optional<Path> junit = Optional.ofNullable(o.junit).map(file -> writableFile("--junit", file));
    return new Gate(conditions, abortAfter, o.requireVerdict, junit);
  }

  /** Rejects values that are valid alone but not together. */
  private void check(RunOptions o, Variant variant, LoadSettings load) {
    int nodes = variant.nodes();
    int users = variant.users(load.users());
    int rows = variant.choices().find(SHARED_ROWS).orElse(1);
    int size = variant.get(POOL_SIZE);
    int minimum = variant.get(POOL_MIN);
    int all = VariantGrammar.MAX_CONNECTIONS;
    boolean affinity = !variant.get(NO_AFFINITY);
    String whole = " %d: must be a whole number from %d to %d";
    refuse(nodes == 1 && !affinity, o, variant, NO_AFFINITY, ": requires --nodes 2 or more");
    checkFaults(o, variant);
    if (o.engines.isEmpty()) {
      limits.requireCapacity(load.users(), nodes, affinity);
    }
    refuse(rows > users, o, variant, SHARED_ROWS, whole.formatted(rows, 1, users));
    refuse(minimum > size, o, variant, POOL_MIN, whole.formatted(minimum, 0, size));
    // the server itself rejects a pool of one node that is too large
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
            + ": requires the embedded PostgreSQL of the run");
  }

  private static boolean embedded(RunOptions o) {
    return o.url == null && o.db.equals(TierOptions.EMBEDDED);
  }

  private static void checkFaults(RunOptions o, Variant variant) {
    for (FaultSpec fault : variant.get(FAULT)) {
      String missing =
          switch (fault.kind().place()) {
            case DATABASE ->
                embedded(o) ? "" : "the embedded PostgreSQL of the run (remove --url and --db)";
            case SESSIONS -> DatabaseKind.POSTGRESQL.isOf(url(o)) ? "" : "PostgreSQL";
            case RELAY ->
                variant.get(DB_RTT).isEmpty()
                    ? "a relay between tier and database: --db-rtt 0 or more"
                    : "";
            case NODE -> variant.nodes() > 1 ? "" : "--nodes 2 or more, so that one is left";
            case POOL -> variant.get(POOL).equals("none") ? "a pool with a maximum size" : "";
            case STORE -> "";
          };
      if (!missing.isEmpty()) {
        throw wrongUse(
            "--fault %s of variant '%s': requires %s", fault.text(), variant.name(), missing);
      }
    }
  }

  /** Rejects options that a shipped plan ignores; a custom plan may use any option. */
  private static void requireOptionsOfPlan(RunOptions o, Plan plan, Variant variant) {
    for (Option<?> option : VariantOptions.ALL) {
      List<String> plans = Plans.supporting(option);
      refuse(
          variant.has(option) && plan.shipped() && !plans.isEmpty() && !plans.contains(plan.name()),
          o,
          variant,
          option,
          ": plan %s does not support it; use plan %s"
              .formatted(plan.name(), String.join(", ", plans)));
    }
  }

  /** Fails with the option, or the variant if that has another value than the option. */
  private static void refuse(
      boolean wrong, RunOptions o, Variant variant, Option<?> option, String rule) {
    boolean typed = o.typed(option).equals(Optional.of(variant.choices().text(option)));
    String name = typed ? option.name() : "variant '" + variant.name() + "': " + option.key();
    refuseIf(wrong, "%s%s", name, rule);
  }

  /** Fails now if the tier would reject options when its trial starts, perhaps hours later. */
  private void requireAccepted(RunOptions o, Path jar, List<Variant> variants) {
    Set<List<String>> checked = new HashSet<>();
    for (Variant variant : variants) {
      Choices own = variant.choices().without(CHECKED_HERE);
      if (own.text(POOL).equals(POOL.otherwise())) {
        own = own.without(List.of(POOL));
      }
      if (!own.has(VALIDATION)) {
        own = own.without(List.of(RESET_LEVEL)); // UCP checks both together
      }
      List<String> arguments = VariantOptions.arguments(Place.TIER, own);
      if (!arguments.isEmpty()
          && checked.add(Stream.concat(Stream.of(variant.policy()), arguments.stream()).toList())) {
        String refusal = tier.refusal(jar, url(o), TierCommands.options(variant)).orElse("");
        refuseIf(!refusal.isEmpty(), "variant '%s': %s", variant.name(), refusal);
      }
    }
  }

  /** Returns the URL, or one of the same kind for a database that the run starts. */
  private static String url(RunOptions o) {
    boolean oracle = o.db.equals(TierOptions.ORACLE);
    String prefix = oracle ? ORACLE_THIN : DatabaseKind.POSTGRESQL.urlPrefix();
    return o.url != null ? o.url : prefix + "//127.0.0.1/any";
  }

  /** Returns the load for the variant with the most users; a search has its own defaults. */
  private static LoadSettings load(
      RunOptions o, Plans.Defaults defaults, Optional<Goal> goal, List<Variant> variants) {
    boolean closed = goal.isPresent() && !goal.get().search().open(); // the search varies the users
    int requested = requireNonNullElse(o.users, defaults.users());
    int ofRun = closed ? (int) goal.get().search().most() : requested;
    int most = variants.stream().mapToInt(v -> v.users(0)).reduce(ofRun, Math::max);
    int users = USERS.kind().parse("--users", Integer.toString(most));
    int iterations = closed ? Goal.ITERATIONS : defaults.iterations();
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
        o.user != null || o.schema != null || o.scale != null || o.tidy || o.installSchema,
        "--user, --schema, --scale, --tidy and --install-schema: require --url; a database that the run starts has its own user and schema");
  }

  public static void checkUrl(String url) {
    refuseIf(
        CREDENTIALS.matcher(url).find(),
        "--url contains a user or a password: every user of the machine could read it; use --user and %s",
        Variables.PASSWORD);
    if (!DatabaseKind.POSTGRESQL.isOf(url) && !url.startsWith(ORACLE_THIN)) {
      throw wrongUse("--url %s: must be like %s", url, DatabaseKind.urlForms());
    }
    refuseIf(
        url.contains("ApplicationName="),
        "--url %s: ApplicationName is not supported; remove it, because each run names its sessions",
        url);
  }

  private DatabaseSettings database(RunOptions o) {
    if (o.url == null) {
      return o.db.equals(TierOptions.ORACLE)
          ? DatabaseSettings.started(o.db, containerPassword())
          : DatabaseSettings.EMBEDDED;
    }
    String user = o.user == null ? DatabaseSettings.EMBEDDED.user() : o.user;
    List<String> install = new ArrayList<>();
    if (o.installSchema) {
      install.add(TierOptions.INSTALL_SCHEMA);
    }
    if (o.scale != null) {
      install.addAll(List.of(TierOptions.SCALE, o.scale.toString()));
    }
    Password password = passwords.of(user);
    try {
      SchemaName schema = SchemaName.of(o.url, o.schema);
      return new DatabaseSettings("url", o.url, user, password, schema, install, o.tidy);
    } catch (IllegalArgumentException e) {
      throw wrongUse("%s", e.getMessage());
    }
  }

  /** Returns the given or a random password, by which a container that is kept is found again. */
  private Password containerPassword() {
    Optional<Password> given = passwords.given();
    refuseIf(
        given.isEmpty() && "true".equals(passwords.environment().apply(Variables.ORACLE_REUSE)),
        "%s=true requires %s: with a random password no other run could use the container",
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
    if (sane(option, value).toMillis() % 1_000 != 0) {
      throw wrongUse(
          "%s %s: must be in whole seconds, such as 10s", option, Durations.format(value));
    }
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
    refuseIf(Files.isDirectory(file), "%s %s: must be a file, not a folder", option, file);
    return writable(option, file.getParent()).resolve(file.getFileName());
  }

  /** Writes a file as a test: root may write where the permissions deny it. */
  private static Path writable(String option, Path folder) {
    Path out = folder.toAbsolutePath().normalize();
    try {
      Files.createDirectories(out);
      Files.delete(Files.createTempFile(out, ".probe", null));
      return out;
    } catch (IOException e) {
      throw wrongUse(option + " " + out + ": must be a writable folder");
    }
  }

  /** Returns the command line, quoted for a shell. */
  private static String command(RunOptions o) {
    return o.spec.root().commandLine().getParseResult().originalArgs().stream()
        .map(arg -> arg.matches("[\\w.,:=/@%+~-]+") ? arg : "'" + arg.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "stress.jar ", ""));
  }
}
