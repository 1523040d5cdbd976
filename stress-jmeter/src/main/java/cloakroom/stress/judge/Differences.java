package cloakroom.stress.judge;

import static cloakroom.options.NodeOptions.BC4J;
import static java.util.stream.Collectors.joining;

import cloakroom.contract.TierOptions;
import cloakroom.options.Choices;
import cloakroom.options.Option;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.VariantNames;
import cloakroom.stress.options.VariantOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

public final class Differences {
  private static final Set<String> PER_RUN = Set.of("startedAt", "command", "cutShort");

  /** Separator between the differences that {@link #between} returns. */
  public static final String AND = "; ";

  private Differences() {}

  public static Map<String, String> settings(RunConfig config) {
    Map<String, String> all = new LinkedHashMap<>(config.all());
    all.keySet().removeAll(PER_RUN);
    all.keySet()
        .removeIf(key -> key.startsWith(RunConfig.REPEATED) || key.startsWith("calibration."));
    // A database that the run itself starts has a random port, so its URL is not compared.
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

  /**
   * Describes how variant a differs from variant b, for instance "recycle threshold 200 instead of
   * 10". An option that the user did not set has the value that the tier reported.
   */
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

  /**
   * Describes an option that has the same value in all variants, for instance ", pool 40". Returns
   * "" if the values differ or the user did not set the option.
   */
  public static String common(Option<?> option, List<Variant> variants) {
    Set<String> values = new HashSet<>();
    variants.forEach(v -> values.add(v.choices().all().getOrDefault(option.key(), "")));
    String value = values.size() == 1 ? values.iterator().next() : "";
    return value.isEmpty() ? "" : ", " + option.sentence(value);
  }

  /** Returns the different values of variants, for instance "30 or 80". */
  public static String values(List<Variant> variants, Function<Variant, ?> value) {
    return variants.stream().map(value).map(Object::toString).distinct().collect(joining(" or "));
  }

  private static String base(Variant variant) {
    return variant.policy().isEmpty()
        ? BC4J.sentence(variant.choices().text(BC4J))
        : "policy " + variant.policy();
  }

  private static boolean isBase(String key, Variant variant) {
    return key.equals(BC4J.key()) && variant.policy().isEmpty();
  }

  private static Set<String> keys(VariantSummary a, VariantSummary b) {
    Set<String> keys = new LinkedHashSet<>(a.variant().choices().all().keySet());
    keys.addAll(b.variant().choices().all().keySet());
    if (keys.contains(BC4J.key()) && !value(a, BC4J.key()).equals(value(b, BC4J.key()))) {
      settings(a).keySet().stream().filter(VariantOptions::isSetting).forEach(keys::add);
    }
    keys.removeIf(key -> isBase(key, a.variant()) || isBase(key, b.variant()));
    return keys;
  }

  private static String value(VariantSummary of, String key) {
    Choices all = of.variant().choices();
    String setting = settings(of).get(key);
    boolean chosen = setting == null || all.all().containsKey(key);
    return chosen ? all.text(VariantOptions.of(key)) : setting;
  }

  private static Map<String, String> settings(VariantSummary of) {
    return of.trials().get(0).settings();
  }
}
