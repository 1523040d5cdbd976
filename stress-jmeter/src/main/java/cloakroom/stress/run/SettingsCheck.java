package cloakroom.stress.run;

import cloakroom.contract.Variables;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import cloakroom.stress.run.RunSettings.Database;
import cloakroom.stress.run.RunSettings.Load;
import cloakroom.stress.run.RunSettings.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
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
  private static final List<String> POOLS = List.of("hikari", "ucp", "none");
  private static final List<String> STORES = List.of("ps-txn", "ps-txn-classic", "file", "memory");
  private static final int MOST_USERS = 100_000;
  private static final int MOST_CONNECTIONS = 10_000;
  private static final int CONNECTIONS_IN_ALL = 450;
  private static final int MOST_NODES = 8;
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final Pattern CREDENTIALS =
      Pattern.compile("(?i)[?&;](user|password|sslpassword)=|://[^/?]*@|:(thin|oci):[^@]+@");
  private static final List<String> DATABASES = List.of(Database.EMBEDDED.kind(), Database.ORACLE);

  private final Installation installation;
  private final DatabasePasswords passwords;
  private final TierAnswers tier;
  private final Capacity capacity;

  SettingsCheck(Installation installation) {
    this(
        installation,
        DatabasePasswords.here(),
        new TierCommands(installation.java()),
        new Capacity(MachineLimits.here()));
  }

  SettingsCheck(
      Installation installation, DatabasePasswords passwords, TierAnswers tier, Capacity capacity) {
    this.installation = installation;
    this.passwords = passwords;
    this.tier = tier;
    this.capacity = capacity;
  }

  /** The settings of a run. */
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
    Map<String, String> tierOptions = tierOptions(o);
    Path appSim = appSim(o.appSim);
    Path out = writable(o.out == null ? installation.runs() : o.out);
    List<String> policies = Policies.choose(asked, tier.policies(appSim));
    List<Variant> variants = new Variants(policies, hygienes, set, varied).all();
    VariantsCheck.accepted(variants, varied, variant -> tier.refusal(appSim, variant));
    Database database = database(o);
    return new RunSettings(
        plan,
        variants,
        varied,
        load,
        trials,
        pool,
        nodes,
        database,
        tierOptions,
        appSim,
        words(o.javaOptions),
        out,
        o.seed,
        !o.noDashboard,
        o.liveHeap,
        Output.of(o.quiet, o.json),
        command(o));
  }

  private static Load load(RunOptions o, RunSettings.Plan plan, PlanDefaults defaults) {
    int users = within("--users", o.users, 1, MOST_USERS);
    int iterations =
        within("--iterations", given(o.iterations, defaults.iterations()), 1, 1_000_000);
    WarmUp warmUp = given(o.warmUp, defaults.warmUp().within(users));
    return new Load(
        users,
        iterations,
        sane("--think", given(o.think, defaults.think())),
        wholeSeconds("--ramp", sane("--ramp", given(o.ramp, defaults.ramp(users)))),
        sane("--hold", o.hold),
        warmUp,
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

  private static <T> T given(T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  /** Only what was asked for: the tier has defaults of its own. */
  private static Map<String, String> tierOptions(RunOptions o) {
    Map<String, String> options = new LinkedHashMap<>();
    choice(options, "store", o.store, STORES);
    choice(options, "codec", o.codec, List.of("xml", "binary", "zstd"));
    choice(options, "validation", o.validation, List.of("always", "idle"));
    if (o.internalPoolSize != null) {
      int size = within("--internal-pool-size", o.internalPoolSize, 1, MOST_CONNECTIONS);
      options.put("internal-pool-size", Integer.toString(size));
    }
    o.driver.into(options);
    return Collections.unmodifiableMap(options);
  }

  private static void choice(
      Map<String, String> into, String name, String value, List<String> choices) {
    if (value != null) {
      into.put(name, oneOf("--" + name, value, choices));
    }
  }

  static int within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new BadInput(
          String.format("%s %d: must be a whole number from %d to %d", option, value, least, most));
    }
    return value;
  }

  private static Duration sane(String option, Duration value) {
    if (value.compareTo(LONGEST) > 0) {
      throw new BadInput(option + " " + Durations.format(value) + ": must not exceed 24 hours");
    }
    return value;
  }

  private static Duration wholeSeconds(String option, Duration value) {
    if (value.toMillis() % 1_000 != 0) {
      throw new BadInput(
          option + " " + Durations.format(value) + ": must be in whole seconds, such as 10s");
    }
    return value;
  }

  static String oneOf(String option, String value, List<String> choices) {
    if (!choices.contains(value)) {
      throw new BadInput(
          option + " '" + value + "': unknown; choose from " + String.join(", ", choices));
    }
    return value;
  }

  private static RunSettings.Pool pool(RunOptions o) {
    String kind = oneOf("--pool", o.pool, POOLS);
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
    oneOf("--db", o.db, DATABASES);
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
    if (!o.url.startsWith("jdbc:postgresql:") && !o.url.startsWith("jdbc:oracle:thin:@")) {
      throw new BadInput(
          "--url "
              + o.url
              + ": must be like jdbc:postgresql://HOST:PORT/DATABASE or"
              + " jdbc:oracle:thin:@//HOST:PORT/SERVICE");
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

  private Path appSim(Path given) {
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
