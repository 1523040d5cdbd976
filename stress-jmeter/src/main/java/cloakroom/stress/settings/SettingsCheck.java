package cloakroom.stress.settings;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.*;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.process.StressFailure.wrongUse;
import static cloakroom.stress.settings.RunSettings.*;
import static java.nio.file.StandardCopyOption.*;
import static java.util.Objects.requireNonNullElse;

import cloakroom.command.Durations;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.options.Choices;
import cloakroom.options.Kind;
import cloakroom.options.Option;
import cloakroom.options.Option.Place;
import cloakroom.platform.OneLine;
import cloakroom.platform.Password;
import cloakroom.platform.Passwords;
import cloakroom.platform.Variables;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.options.FaultSpec;
import cloakroom.stress.options.Think;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.settings.RunOptions.WarmUp;
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
import java.util.stream.Stream;

/** Converter of options to settings. Rejects invalid values before the run starts. */
public record SettingsCheck(
    StressJar installation, Passwords passwords, TierCommands tier, MachineLimits limits) {
  private static final List<Option<?>> CHECKED_HERE = List.of(POOL_SIZE, POOL_MIN, NODES, FAULT);
  // Maximum users for which round trips are counted by default. A count of more takes minutes.
  private static final int MAX_COUNTED_USERS = 1_000;
  private static final String NO_JAR =
      "--app-sim %s: there is no such file; \"mvn package -DskipTests\" builds it";
  private static final String NO_RELAY = "a relay between tier and database: --db-rtt 0 or more";
  private static final String ORACLE_THIN = DatabaseKind.ORACLE.urlPrefix() + "thin:@";
  private static final Pattern CREDENTIALS =
      Pattern.compile("(?i)[?&;](user|password|sslpassword)=|://[^/?]*@|:(thin|oci):[^@]+@");

  /**
   * Returns the checked settings of a run.
   *
   * <p>Checks options, then files, then values that the tier checks; prompts for passwords last.
   *
   * @param variantTexts variants in the form of {@code --variant}
   * @param counts whether the run only counts the database work of single requests
   */
  public RunSettings check(
      RunOptions o, List<String> variantTexts, Optional<Goal> goal, boolean counts) {
    Path jar = requireNonNullElse(o.appSim, installation.appSim()).toAbsolutePath().normalize();
    Plan given = new Plans(installation.plans()).find(o.plan);
    ServedApplication application = application(o, given, jar);
    boolean own = given.ofApplication() && !application.isDefault();
    Plan plan = own ? Plans.of(application.definition()) : given;
    Plans.Defaults shipped = Plans.Defaults.of(plan.like());
    Plans.Defaults defaults = own ? shipped.with(application.definition().load()) : shipped;
    List<Target> targets = RemoteTargets.targets(o);
    boolean started = targets.isEmpty();
    int trials = counts ? 0 : within("--trials", o.trials, 1, 1_000);
    OptionalInt live = counts ? OptionalInt.empty() : live(o);
    VariantGrammar grammar = new VariantGrammar(o, variantTexts, defaults.resetLevels());
    checkDatabase(o);
    LoadSettings load = load(o, defaults, goal, grammar.parsed);
    boolean local = started && o.engines.isEmpty();
    refuseIf(
        load.think().equals(Think.AUTO) && (goal.isPresent() || !local || !plan.ofApplication()),
        "--think auto: requires run, plan %s, and tier and load engine on this machine; write a pause such as 300ms",
        Plans.ADF_SESSION);
    refuseIf(started && !Files.isRegularFile(jar), NO_JAR, jar);
    Path out = writable("--out", requireNonNullElse(o.out, installation.runs()));
    int modules = application.definition().modules().size();
    List<Variant> variants =
        started
            ? grammar.complete(tier.policies(jar), load.users(), modules)
            : List.of(RemoteTargets.variant(o, targets, tier));
    List<String> names = variants.stream().map(Variant::name).toList();
    Gate gate = gate(o, names);
    variants.forEach(variant -> check(o, variant, load));
    variants.forEach(variant -> requireOptionsOfPlan(o, plan, variant));
    if (started) {
      requireAccepted(o, application.options(), jar, variants);
    }
    boolean fast = plan.ofApplication() && load.users() <= MAX_COUNTED_USERS;
    boolean countRoundTrips = requireNonNullElse(o.countRoundTrips, goal.isEmpty() && fast);
    within("--max-repeats", o.maxRepeats, 0, 100);
    if (o.baseline != null) {
      Kind.oneOf("NAME", names).parse("--baseline", o.baseline);
    }
    return new RunSettings(
        o,
        application,
        plan,
        variants,
        grammar.defaultPools,
        counts ? load.counted() : load,
        trials,
        counts || (started && countRoundTrips),
        jar,
        RemoteTargets.engines(o, load.users(), tier),
        targets,
        started || o.url != null ? database(o) : DatabaseSettings.UNKNOWN,
        new Output(out, !counts && !o.noDashboard && goal.isEmpty(), o.quiet, o.json, live),
        gate,
        goal);
  }

  private ServedApplication application(RunOptions o, Plan plan, Path jar) {
    if (o.app == null) {
      return ServedApplication.DEFAULT;
    }
    refuseIf(
        plan.shipped() && !plan.ofApplication() && !plan.name().equals(Plans.STATE_KINDS),
        "--app %s: plan %s has fixed pages and sessions; remove --plan, or --app",
        o.app,
        plan.name());
    refuseIf(!Files.isRegularFile(jar), NO_JAR, jar);
    return tier.application(jar, o.app);
  }

  /** Returns the live web page's port; none by default with --quiet, which would not print it. */
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
    conditions.requireTrials(o.trials, variants);
    Optional<Duration> abortAfter =
        Optional.ofNullable(o.abortOnFail).map(time -> aboveZero("--abort-on-fail", time));
    boolean live = conditions.all().stream().anyMatch(c -> variants.stream().anyMatch(c::live));
    refuseIf(
        abortAfter.isPresent() && !live,
        "--abort-on-fail %s: requires a --fail-if on response.*, service.*, throughputPerSecond or errors",
        abortAfter.map(Durations::format).orElse(""));
    Optional<Path> junit = Optional.ofNullable(o.junit).map(file -> writableFile("--junit", file));
    return new Gate(conditions, abortAfter, o.requireVerdict, junit);
  }

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
      limits.requireCapacity(users, nodes, affinity);
    }
    refuse(rows > users, o, variant, SHARED_ROWS, whole.formatted(rows, 1, users));
    refuse(minimum > size, o, variant, POOL_MIN, whole.formatted(minimum, 0, size));
    // Checks several nodes only, because a single node rejects a pool that is too large.
    String tooMany =
        " %d: %d connections for %d nodes, but the embedded database has %d for all; at most %d for each"
            .formatted(size, nodes * size, nodes, all, all / nodes);
    refuse(nodes > 1 && o.url == null && nodes * size > all, o, variant, POOL_SIZE, tooMany);
    String own = ": requires the embedded PostgreSQL of the run";
    String delay = " " + variant.choices().text(COMMIT_DELAY) + own;
    refuse(!variant.get(COMMIT_DELAY).isZero() && !embedded(o), o, variant, COMMIT_DELAY, delay);
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
            case RELAY -> variant.get(DB_RTT).isPresent() ? "" : NO_RELAY;
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

  /** Rejects options that a shipped plan ignores. A custom plan may use any option. */
  private static void requireOptionsOfPlan(RunOptions o, Plan plan, Variant variant) {
    for (Option<?> option : VariantOptions.ALL) {
      List<String> plans = Plans.supporting(option);
      boolean ignored = plan.shipped() && !plans.isEmpty() && !plans.contains(plan.like());
      String rule = ": plan %s does not support it; use plan " + String.join(", ", plans);
      refuse(variant.has(option) && ignored, o, variant, option, rule.formatted(plan.name()));
    }
  }

  /**
   * Throws StressFailure if {@code wrong}. The message starts with the option, or with the variant
   * if only the variant sets this value.
   */
  private static void refuse(
      boolean wrong, RunOptions o, Variant variant, Option<?> option, String rule) {
    boolean typed = o.typed(option).equals(Optional.of(variant.choices().text(option)));
    String name = typed ? option.name() : "variant '" + variant.name() + "': " + option.key();
    refuseIf(wrong, "%s%s", name, rule);
  }

  /** Makes the tier check all variants now; otherwise a wrong option may fail hours later. */
  private void requireAccepted(RunOptions o, List<String> app, Path jar, List<Variant> variants) {
    Set<List<String>> checked = new HashSet<>();
    for (Variant variant : variants) {
      Choices own = variant.choices().without(CHECKED_HERE);
      own = own.text(POOL).equals(POOL.otherwise()) ? own.without(List.of(POOL)) : own;
      // UCP rejects some reset levels with validation. Without validation, all are valid.
      own = own.has(VALIDATION) ? own : own.without(List.of(RESET_LEVEL));
      List<String> arguments = VariantOptions.arguments(Place.TIER, own);
      if (!arguments.isEmpty()
          && checked.add(Stream.concat(Stream.of(variant.policy()), arguments.stream()).toList())) {
        List<String> all = new ArrayList<>(app);
        all.addAll(TierCommands.options(variant));
        String refusal = tier.refusal(jar, url(o), all).orElse("");
        refuseIf(!refusal.isEmpty(), "variant '%s': %s", variant.name(), refusal);
      }
    }
  }

  /** Returns the URL of an existing database, otherwise a dummy URL of the same product. */
  private static String url(RunOptions o) {
    boolean oracle = o.db.equals(TierOptions.ORACLE);
    String prefix = oracle ? ORACLE_THIN : DatabaseKind.POSTGRESQL.urlPrefix();
    return o.url != null ? o.url : prefix + "//127.0.0.1/any";
  }

  /** Returns the load, with the most users of any variant. A capacity search has other defaults. */
  private static LoadSettings load(
      RunOptions o, Plans.Defaults defaults, Optional<Goal> goal, List<Variant> variants) {
    boolean closed = goal.isPresent() && !goal.get().search().open(); // the search varies the users
    int requested = requireNonNullElse(o.users, defaults.load().users());
    int ofRun = closed ? (int) goal.get().search().most() : requested;
    int most = variants.stream().mapToInt(v -> v.users(ofRun)).max().orElse(ofRun);
    int users = USERS.kind().parse("--users", Integer.toString(most));
    int iterations = closed ? Goal.ITERATIONS : defaults.load().iterations();
    Duration ramp = goal.map(g -> Goal.RAMP).orElseGet(() -> defaults.ramp(users));
    Think think = requireNonNullElse(o.think, defaults.think());
    sane("--think", think.mean());
    boolean fit = think.equals(Think.AUTO) && o.iterations == null;
    int each = within("--iterations", requireNonNullElse(o.iterations, iterations), 1, 1_000_000);
    Duration checkedRamp = wholeSeconds("--ramp", requireNonNullElse(o.ramp, ramp));
    WarmUp usual = WarmUp.parse(defaults.warmUp()).within(users);
    WarmUp warmUp = requireNonNullElse(o.warmUp, usual);
    return new LoadSettings(users, fit ? LoadSettings.FIT : each, think, checkedRamp, warmUp);
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
    install.addAll(o.installSchema ? List.of(TierOptions.INSTALL_SCHEMA) : List.of());
    install.addAll(o.scale == null ? List.of() : List.of(TierOptions.SCALE, o.scale.toString()));
    Password password = passwords.of(user);
    try {
      SchemaName schema = SchemaName.of(o.url, o.schema);
      return new DatabaseSettings("url", o.url, user, password, schema, install, o.tidy);
    } catch (IllegalArgumentException e) {
      throw wrongUse("%s", e.getMessage());
    }
  }

  /** Returns the given container password, or a random one that later runs cannot know. */
  private Password containerPassword() {
    refuseIf(
        passwords.given().isEmpty()
            && "true".equals(passwords.environment().apply(Variables.ORACLE_REUSE)),
        "%s=true requires %s: with a random password no other run could use the container",
        Variables.ORACLE_REUSE,
        Variables.PASSWORD);
    return passwords.given().orElseGet(Password::random);
  }

  public static int within(String option, int value, int minimum, int maximum) {
    return Kind.whole(minimum, maximum).parse(option, Integer.toString(value));
  }

  private static Duration sane(String option, Duration value) {
    return Kind.DURATION.parse(option, Durations.format(value));
  }

  private static Duration aboveZero(String option, Duration value) {
    refuseIf(value.isZero(), "%s %s: must be above 0", option, Durations.format(value));
    return sane(option, value);
  }

  public static Duration wholeSeconds(String option, Duration value) {
    if (sane(option, value).toMillis() % 1_000 != 0) {
      throw wrongUse(
          "%s %s: must be in whole seconds, such as 10s", option, Durations.format(value));
    }
    return value;
  }

  /**
   * Checks that a file can be replaced by a temporary one, as reports are. Replaces an existing
   * file by a copy, because its owner or a long name may prevent that even in a writable folder.
   */
  public static Path writableFile(String option, Path given) {
    Path file = given.toAbsolutePath().normalize();
    boolean exists = Files.exists(file);
    refuseIf(Files.isDirectory(file), "%s %s: must be a file, not a folder", option, file);
    refuseIf(exists && !Files.isRegularFile(file), "%s %s: must be a regular file", option, file);
    Path probe = writable(option, file.getParent()).resolve(file.getFileName() + ".probe");
    try {
      if (exists) {
        Files.copy(file, probe, REPLACE_EXISTING, COPY_ATTRIBUTES);
      } else {
        Files.createFile(probe);
      }
      try {
        Files.move(probe, file, ATOMIC_MOVE, REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(probe);
      }
      if (!exists) {
        Files.delete(file);
      }
      return file;
    } catch (IOException e) {
      String rule = "%s %s: cannot be written (%s); choose another file";
      throw wrongUse(rule.formatted(option, file, OneLine.why(e)));
    }
  }

  /** Checks that a folder is writable by writing a file, because root ignores permissions. */
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
}
