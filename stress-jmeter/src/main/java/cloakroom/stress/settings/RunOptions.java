package cloakroom.stress.settings;

import cloakroom.contract.TierOptions;
import cloakroom.options.CommandOptions;
import cloakroom.stress.options.Think;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Options of {@code stress run} as typed, before {@link SettingsCheck} checks them. */
public final class RunOptions {
  public static final String REQUIRE_VERDICT = "--require-verdict";

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  @Option(names = "--plan", paramLabel = "NAME|FILE", defaultValue = "adf-session")
  public String plan;

  @Option(names = TierOptions.APP, paramLabel = "APP")
  String app;

  @Option(names = "--policies", paramLabel = "A,B|all")
  public String policies;

  @Option(names = TierOptions.BC4J, paramLabel = "FILE")
  public String bc4j;

  @Option(names = TierOptions.AM_CONFIG, paramLabel = "A,B")
  String amConfig;

  @Option(names = "--variant", paramLabel = "TEXT")
  public List<String> variants = new ArrayList<>();

  @Option(names = "--vary", paramLabel = "KEY=A,B")
  public List<String> vary = new ArrayList<>();

  @Option(names = "--baseline", paramLabel = "NAME")
  public String baseline;

  @Option(names = "--users")
  Integer users;

  @Option(names = "--iterations")
  Integer iterations;

  @Option(names = "--think", paramLabel = "DURATION[~KIND]")
  Think think;

  @Option(names = "--ramp", paramLabel = "DURATION")
  Duration ramp;

  @Option(names = "--warm-up", paramLabel = "USERSxITERATIONS")
  WarmUp warmUp;

  @Option(names = "--trials")
  public int trials = 1;

  @Option(names = "--max-repeats", paramLabel = "N")
  public int maxRepeats = 2;

  @Option(names = "--count-round-trips", negatable = true)
  Boolean countRoundTrips;

  @Option(names = "--fail-if", paramLabel = "LIMIT")
  public List<String> limits = new ArrayList<>();

  @Option(names = REQUIRE_VERDICT)
  boolean requireVerdict;

  @Option(names = "--abort-on-fail", paramLabel = "DURATION")
  public Duration abortOnFail;

  @Option(names = "--junit", paramLabel = "FILE")
  Path junit;

  @Option(names = "--fault", paramLabel = "KIND@TIME")
  List<String> faults = new ArrayList<>();

  @Option(names = TierOptions.URL, paramLabel = "JDBC-URL")
  String url;

  @Option(names = TierOptions.USER, paramLabel = "NAME")
  String user;

  @Option(names = TierOptions.DB, paramLabel = "KIND", defaultValue = "embedded")
  String db;

  @Option(names = TierOptions.INSTALL_SCHEMA)
  boolean installSchema;

  @Option(names = TierOptions.SCHEMA, paramLabel = "NAME")
  String schema;

  @Option(names = TierOptions.SCALE, paramLabel = "FACTOR")
  Double scale;

  @Option(names = "--tidy")
  boolean tidy;

  @Option(names = TierOptions.SET, paramLabel = "NAME=VALUE")
  Map<String, String> set = new LinkedHashMap<>();

  @Option(names = "--targets", paramLabel = "URL,…", split = ",")
  List<String> targets = List.of();

  @Option(names = "--engines", paramLabel = "HOST[:PORT],…", split = ",")
  List<String> engines = List.of();

  @Option(names = "--engine-keys", paramLabel = "DIR|none")
  String engineKeys;

  @Option(names = "--app-sim", paramLabel = "PATH")
  Path appSim;

  @Option(names = "--java-options", paramLabel = "OPTIONS", defaultValue = "")
  String javaOptions;

  @Option(names = "--out", paramLabel = "DIR")
  Path out;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1")
  public long seed;

  @Option(names = "--no-dashboard")
  boolean noDashboard;

  @Option(names = "--live-heap")
  public boolean liveHeap;

  @Option(names = "--live", paramLabel = "PORT")
  Integer live;

  @Option(names = "--no-live")
  boolean noLive;

  @Option(names = "--quiet")
  boolean quiet;

  @Option(names = "--json")
  public boolean json;

  public List<String> javaOptions() {
    return javaOptions.isBlank() ? List.of() : List.of(javaOptions.strip().split("\\s+", -1));
  }

  /** Returns the command line of the run, quoted for a shell. */
  public String command() {
    return spec.root().commandLine().getParseResult().originalArgs().stream()
        .map(arg -> arg.matches("[\\w.,:=/@%+~-]+") ? arg : "'" + arg.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "stress.jar ", ""));
  }

  Optional<String> typed(cloakroom.options.Option<?> option) {
    return CommandOptions.typed(spec, option);
  }

  /** Load before the measured phase. With {@code auto}, ends when service times no longer fall. */
  public record WarmUp(int users, int iterations, boolean auto) {
    public static final WarmUp NONE = new WarmUp(0, 0, false);
    static final String AUTO = "auto";
    // At most 20 users, to avoid queues. The time limit ends the warm-up before 1000 iterations.
    private static final WarmUp UNTIL_STABLE = new WarmUp(20, 1_000, true);
    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,5})x([1-9]\\d{0,5})");

    public WarmUp within(int limit) {
      return new WarmUp(Math.min(users, limit), iterations, auto);
    }

    @Override
    public String toString() {
      return auto ? AUTO : users == 0 ? "0" : users + "x" + iterations;
    }

    public static WarmUp parse(String text) {
      Matcher form = FORM.matcher(text);
      if (text.equals(AUTO) || text.equals("0")) {
        return text.equals(AUTO) ? UNTIL_STABLE : NONE;
      } else if (!form.matches()) {
        throw new TypeConversionException(
            "'%s' is not a warm-up: must be <users>x<iterations> such as 40x20, auto, or 0 for none"
                .formatted(text));
      }
      return new WarmUp(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)), false);
    }
  }
}
