package cloakroom.stress.measure;

import cloakroom.contract.TierOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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

  /** The variant in words: its policy, and what of its choices not all variants of the run have. */
  public static String describe(VariantSummary variant, List<VariantSummary> all) {
    List<String> words = new ArrayList<>(List.of(base(variant.variant())));
    Set<String> differing =
        VariantNames.differing(all.stream().map(VariantSummary::variant).toList());
    variant
        .variant()
        .choices()
        .forEach(
            (key, value) -> {
              if (differing.contains(key) && !isBase(key, variant.variant())) {
                words.add(ChoiceWords.sentence(key, value));
              }
            });
    return String.join(", ", words);
  }

  /**
   * What {@code a} has instead of what {@code b} has, such as "recycle threshold 200 instead of
   * 10"; what one of them did not choose is as its tier told it.
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
        String than = instead.isEmpty() ? "the default" : ChoiceWords.value(key, instead);
        words.add(
            value.isEmpty()
                ? ChoiceWords.sentence(key, "as by default") + " instead of " + than
                : ChoiceWords.sentence(key, value) + " instead of " + than);
      }
    }
    return words.isEmpty() ? "nothing" : String.join(AND, words);
  }

  /** ", recycle threshold 200" where all variants have chosen the same, else nothing. */
  public static String common(String key, List<Variant> variants) {
    List<String> values = variants.stream().map(v -> v.choice(key, "")).distinct().toList();
    return values.size() == 1 && !values.get(0).isEmpty()
        ? ", " + ChoiceWords.sentence(key, values.get(0))
        : "";
  }

  private static String base(Variant variant) {
    return variant.policy().isEmpty()
        ? ChoiceWords.sentence(Variant.BC4J, variant.choice(Variant.BC4J, "?"))
        : "policy " + variant.policy();
  }

  private static boolean isBase(String key, Variant variant) {
    return key.equals(Variant.BC4J) && variant.policy().isEmpty();
  }

  /** What was chosen for either; of two files' configurations all settings. */
  private static Set<String> keys(VariantSummary a, VariantSummary b) {
    Set<String> keys = new LinkedHashSet<>(a.variant().choices().keySet());
    keys.addAll(b.variant().choices().keySet());
    if (keys.contains(Variant.BC4J) && !value(a, Variant.BC4J).equals(value(b, Variant.BC4J))) {
      keys.addAll(
          told(a).keySet().stream()
              .filter(name -> name.startsWith("jbo.") || name.startsWith("cloakroom."))
              .collect(Collectors.toCollection(LinkedHashSet::new)));
    }
    keys.removeIf(key -> isBase(key, a.variant()) || isBase(key, b.variant()));
    return keys;
  }

  private static String value(VariantSummary of, String key) {
    String told = told(of).getOrDefault(key, told(of).getOrDefault(ChoiceWords.told(key), ""));
    return of.variant().choice(key, ChoiceWords.unset(key, told));
  }

  /** What was chosen for a trial and its tier does not tell, such as the number of its nodes. */
  public static Map<String, String> notTold(TrialSummary trial) {
    Map<String, String> choices = new LinkedHashMap<>(trial.variant().choices());
    choices.keySet().removeIf(key -> trial.settings().containsKey(ChoiceWords.told(key)));
    return choices;
  }

  private static Map<String, String> told(VariantSummary of) {
    return of.trials().get(0).settings();
  }
}
