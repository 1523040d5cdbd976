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

/** Descriptions of variants and of the differences between two of them. */
public final class Differences {
  /** Keys that differ in each run or are reported separately. */
  private static final Set<String> PER_RUN = Set.of("startedAt", "command", "cutShort");

  /** Separator of {@link #between} if variants differ in more than one setting. */
  public static final String AND = "; ";

  private Differences() {}

  /** Returns the settings of a run by the keys of config.json, without those of each run. */
  public static Map<String, String> settings(RunConfig config) {
    Map<String, String> all = new LinkedHashMap<>(config.all());
    all.keySet().removeAll(PER_RUN);
    all.keySet()
        .removeIf(key -> key.startsWith(RunConfig.REPEATED) || key.startsWith("calibration."));
    // a database that the run started has a random port
    if (TierOptions.DATABASES.contains(all.getOrDefault("database.kind", ""))) {
      all.remove("database.url");
    }
    return all;
  }

  public static String describe(VariantSummary variant, List<VariantSummary> all) {
    Variant described = variant.variant();
    List<String> parts = new ArrayList<>(List.of(base(described)));
    Set<String> differing =
        VariantNames.differing(all.stream().map(VariantSummary::variant).toList());
    differing.removeIf(key -> isBase(key, described));
    described.choices().all().entrySet().stream()
        .filter(choice -> differing.contains(choice.getKey()))
        .map(choice -> VariantOptions.of(choice.getKey()).sentence(choice.getValue()))
        .forEach(parts::add);
    return String.join(", ", parts);
  }

  /** Returns for instance "recycle threshold 200 instead of 10"; the tier reports defaults. */
  public static String between(VariantSummary a, VariantSummary b) {
    List<String> parts = new ArrayList<>();
    String one = base(a.variant());
    String other = base(b.variant());
    if (!one.equals(other)) {
      parts.add(one + " instead of " + other.replaceFirst("^policy ", ""));
    }
    for (String key : keys(a, b)) {
      String value = value(a, key);
      String instead = value(b, key);
      if (!value.equals(instead)) {
        Option<?> option = VariantOptions.of(key);
        parts.add(
            option.sentence(value.isEmpty() ? "as by default" : value)
                + " instead of "
                + (instead.isEmpty() ? "the default" : option.valueLabel(instead)));
      }
    }
    return parts.isEmpty() ? "nothing" : String.join(AND, parts);
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

  private static Map<String, String> settings(VariantSummary of) {
    return of.trials().get(0).settings();
  }
}
