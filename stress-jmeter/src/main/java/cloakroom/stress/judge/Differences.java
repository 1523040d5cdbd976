package cloakroom.stress.judge;

import static cloakroom.options.NodeOptions.BC4J;

import cloakroom.contract.TierOptions;
import cloakroom.options.Choices;
import cloakroom.options.Option;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.VariantNames;
import cloakroom.stress.options.VariantOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What variants are and what differs between two of them, in words. */
public final class Differences {
  /** What is another in each run, or said elsewhere. */
  private static final Set<String> EACH_TIME = Set.of("startedAt", "command", "cutShort");

  /** Separator of {@link #between} if variants differ in more than one setting. */
  public static final String AND = "; ";

  private Differences() {}

  /** What a run was told, by the names of config.json, without what is another each time. */
  public static Map<String, String> settings(RunConfig config) {
    Map<String, String> all = new LinkedHashMap<>(config.all());
    all.keySet().removeAll(EACH_TIME);
    all.keySet()
        .removeIf(key -> key.startsWith(RunConfig.REPEATED) || key.startsWith("calibration."));
    // one that a run starts for itself has another port each time
    if (TierOptions.DATABASES.contains(all.getOrDefault("database.kind", ""))) {
      all.remove("database.url");
    }
    return all;
  }

  /** Returns the policy and those choices that not all variants of the run have. */
  public static String describe(VariantSummary variant, List<VariantSummary> all) {
    Variant described = variant.variant();
    List<String> words = new ArrayList<>(List.of(base(described)));
    Set<String> differing =
        VariantNames.differing(all.stream().map(VariantSummary::variant).toList());
    differing.removeIf(key -> isBase(key, described));
    described.choices().all().entrySet().stream()
        .filter(choice -> differing.contains(choice.getKey()))
        .map(choice -> VariantOptions.of(choice.getKey()).sentence(choice.getValue()))
        .forEach(words::add);
    return String.join(", ", words);
  }

  /**
   * Returns what {@code a} has instead of what {@code b} has, such as "recycle threshold 200
   * instead of 10". Where one of them has no choice, the setting of its tier counts.
   */
  public static String between(VariantSummary a, VariantSummary b) {
    List<String> words = new ArrayList<>();
    String one = base(a.variant());
    String other = base(b.variant());
    if (!one.equals(other)) {
      words.add(one + " instead of " + other.replaceFirst("^policy ", ""));
    }
    for (String key : keys(a, b)) {
      String value = value(a, key);
      String instead = value(b, key);
      if (!value.equals(instead)) {
        Option<?> option = VariantOptions.of(key);
        words.add(
            option.sentence(value.isEmpty() ? "as by default" : value)
                + " instead of "
                + (instead.isEmpty() ? "the default" : option.valueLabel(instead)));
      }
    }
    return words.isEmpty() ? "nothing" : String.join(AND, words);
  }

  /** Returns ", pool 40" if all variants have chosen the same, else nothing. */
  public static String common(Option<?> option, List<Variant> variants) {
    List<String> values =
        variants.stream()
            .map(v -> v.choices().all().getOrDefault(option.key(), ""))
            .distinct()
            .toList();
    return values.size() == 1 && !values.get(0).isEmpty()
        ? ", " + option.sentence(values.get(0))
        : "";
  }

  private static String base(Variant variant) {
    return variant.policy().isEmpty()
        ? BC4J.sentence(variant.choices().text(BC4J))
        : "policy " + variant.policy();
  }

  private static boolean isBase(String key, Variant variant) {
    return key.equals(BC4J.key()) && variant.policy().isEmpty();
  }

  /** Returns the choices of either; for two configurations of files all settings. */
  private static Set<String> keys(VariantSummary a, VariantSummary b) {
    Set<String> keys = new LinkedHashSet<>(a.variant().choices().all().keySet());
    keys.addAll(b.variant().choices().all().keySet());
    if (keys.contains(BC4J.key()) && !value(a, BC4J.key()).equals(value(b, BC4J.key()))) {
      settings(a).keySet().stream().filter(VariantOptions::isSetting).forEach(keys::add);
    }
    keys.removeIf(key -> isBase(key, a.variant()) || isBase(key, b.variant()));
    return keys;
  }

  /** Returns the choice, else the setting of the tier, else the default. */
  private static String value(VariantSummary of, String key) {
    Choices all = of.variant().choices();
    String setting = settings(of).get(key);
    return setting == null || all.all().containsKey(key)
        ? all.text(VariantOptions.of(key))
        : setting;
  }

  /** Returns what was chosen for a trial and its tier does not report, such as its nodes. */
  public static Map<String, String> notReported(TrialSummary trial) {
    Map<String, String> choices = new LinkedHashMap<>(trial.variant().choices().all());
    choices.keySet().removeAll(trial.settings().keySet());
    return choices;
  }

  private static Map<String, String> settings(VariantSummary of) {
    return of.trials().get(0).settings();
  }
}
