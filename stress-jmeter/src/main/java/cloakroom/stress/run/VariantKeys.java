package cloakroom.stress.run;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.contract.CommitDelay;
import cloakroom.contract.Resources;
import cloakroom.contract.TierOptions;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Think;
import cloakroom.stress.run.VariantKeys.Key.Place;
import cloakroom.usage.Durations;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * What may differ between two variants of a run besides policy and settings: a row for each key. A
 * row is the option of {@code run} too, whose value counts for every variant that says nothing
 * else; several values between commas make variants.
 */
final class VariantKeys {
  static final String NO_AFFINITY = "no-affinity";
  static final String COMMIT = name(TierOptions.DB_COMMIT);
  static final String DISTANCE = name(TierOptions.DB_RTT);

  private static final String HOLD = "hold";
  private static final String THINK = "think";
  private static final String NONE = "-";

  private static final Duration LONGEST_COMMIT =
      Duration.of(CommitDelay.MOST_MICROS, ChronoUnit.MICROS);

  static final List<Key> ALL =
      Resources.rows("cloakroom/stress/run/variant-keys.txt").stream()
          .map(
              row ->
                  new Key(
                      row.get(0),
                      Place.valueOf(row.get(1).toUpperCase(Locale.ROOT)),
                      List.of(row.get(2).split(" ", -1)),
                      row.get(3),
                      row.get(4)))
          .toList();

  private VariantKeys() {}

  /**
   * One of them.
   *
   * @param name the option without its dashes
   * @param rule of its values, and what the rule is about
   * @param label of the option's value in the help
   * @param description in the help; {@value #NONE} for an option that {@link RunOptions} has itself
   */
  record Key(String name, Place place, List<String> rule, String label, String description) {
    /** Who acts on it: the tier, the load engine, or the run, which looks it up. */
    enum Place {
      TIER,
      LOAD,
      RUN
    }

    String option() {
      return "--" + name;
    }

    boolean isOption() {
      return !description.equals(NONE);
    }

    /** Whether the option has no value; in a variant it may stand alone too. */
    boolean isFlag() {
      return rule.get(0).equals("flag");
    }

    /**
     * The value to keep.
     *
     * @param named what was given, for the user's eyes
     */
    String checked(String named, String value) {
      return switch (rule.get(0)) {
        case "hygiene" -> Rules.oneOf(named, value, TierOptions.HYGIENES);
        case "flag" -> Rules.oneOf(named, value, List.of("true", "false"));
        case "whole" -> Integer.toString(Rules.within(named, value, number(1), number(2)));
        case "duration" -> duration(named, value, null);
        case "commit" -> duration(named, value, LONGEST_COMMIT);
        case "rate" -> rate(named, value);
        case "weights" -> weights(named, value);
        case "think" -> pause(named, value);
        case "faults" -> FaultSpec.checked(named, value);
        default -> value;
      };
    }

    private static String pause(String named, String value) {
      Think think = parsed(Think::parse, named, value);
      refuseIf(
          think.equals(Think.AUTO),
          "%s %s: is not supported for one variant; --think auto finds one pause for all",
          named,
          value);
      return think.toString();
    }

    private int number(int at) {
      return Integer.parseInt(rule.get(at));
    }

    /** The arguments that a value becomes for the tier or the load engine. */
    List<String> passed(String value) {
      return switch (place) {
        case RUN -> List.of();
        case TIER -> name.equals(Variant.BC4J) ? bc4j(value) : List.of(option(), value);
        case LOAD ->
            switch (name) {
              case THINK -> think(value);
              case HOLD, "lull" -> List.of("-J" + name + "=" + millis(value));
              case Variant.DURATION -> List.of("-Jduration_s=" + (millis(value) + 999) / 1000);
              default -> List.of("-J" + name.replace('-', '_') + "=" + value.replace("/s", ""));
            };
      };
    }
  }

  /** Makes options of the rows. */
  static class Options implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      ALL.stream().filter(Key::isOption).forEach(key -> command.addOption(option(key)));
      return command;
    }

    private static OptionSpec option(Key key) {
      OptionSpec.Builder option = OptionSpec.builder(key.option()).description(key.description());
      return key.isFlag()
          ? option.arity("0").type(boolean.class).build()
          : option.arity("1").type(String.class).paramLabel(key.label()).build();
    }
  }

  /** Whether a user stays at the node where it starts; else each request goes to the next one. */
  static boolean affinity(Variant variant) {
    return !variant.choice(NO_AFFINITY, "false").equals("true");
  }

  private static List<String> think(String value) {
    Think think = parsed(Think::parse, "", value);
    return List.of("-Jthink_ms=" + think.mean().toMillis(), "-Jthink_distribution=" + think.kind());
  }

  private static long millis(String duration) {
    return parsed(Durations::parse, "", duration).toMillis();
  }

  private static List<String> bc4j(String fileAndConfiguration) {
    int hash = fileAndConfiguration.lastIndexOf('#');
    return hash < 0
        ? List.of(TierOptions.BC4J, fileAndConfiguration)
        : List.of(
            TierOptions.BC4J,
            fileAndConfiguration.substring(0, hash),
            TierOptions.AM_CONFIG,
            fileAndConfiguration.substring(hash + 1));
  }

  static Optional<Key> named(String name) {
    return ALL.stream().filter(key -> key.name().equals(name)).findFirst();
  }

  static boolean isSetting(String name) {
    return name.startsWith("jbo.") || name.startsWith("cloakroom.");
  }

  /** The value to keep of a key or a setting; refused in one line if there is no such key. */
  static String checked(String label, String name, String value) {
    if (isSetting(name)) {
      return value; // the tier has its opinion of it
    }
    return named(name).orElseThrow(() -> unknown(label)).checked(label, value);
  }

  static StressFailure unknown(String label) {
    return StressFailure.wrongUse(
        "%s: does not differ between variants; what may is jbo.*, cloakroom.*, %s",
        label, ALL.stream().map(Key::name).collect(Collectors.joining(", ")));
  }

  /** The arguments that the choices of a variant become at that place. */
  static List<String> passed(Place place, Variant variant) {
    return ALL.stream()
        .filter(key -> key.place() == place && variant.choices().containsKey(key.name()))
        .flatMap(key -> key.passed(variant.choices().get(key.name())).stream())
        .toList();
  }

  private static String name(String option) {
    return option.substring("--".length());
  }

  private static String duration(String label, String value, Duration most) {
    Duration time = parsed(Durations::parse, label, value.equals("0") ? "0ms" : value);
    if (most == null) {
      return Durations.format(Rules.sane(label, time));
    }
    if (time.compareTo(most) > 0) {
      throw StressFailure.wrongUse(
          "%s %s: must not exceed %s", label, value, Durations.format(most));
    }
    return Durations.format(time);
  }

  private static <T> T parsed(Function<String, T> parser, String label, String value) {
    try {
      return parser.apply(value);
    } catch (TypeConversionException e) {
      throw StressFailure.wrongUse(label + ": " + e.getMessage());
    }
  }

  private static String rate(String label, String value) {
    boolean rate = value.matches("(?!0+(\\.0+)?/)\\d{1,5}(\\.\\d{1,3})?/s");
    refuseIf(!rate, "%s %s: must be a rate such as 10/s or 0.5/s", label, value);
    return value;
  }

  private static String weights(String label, String value) {
    refuseIf(
        !value.matches("\\d{1,3}(/\\d{1,3}){2}")
            || Stream.of(value.split("/", -1)).mapToInt(Integer::parseInt).sum() != 100,
        "%s %s: must be three whole numbers with slashes between that make 100, such as 60/30/10",
        label,
        value);
    return value;
  }
}
