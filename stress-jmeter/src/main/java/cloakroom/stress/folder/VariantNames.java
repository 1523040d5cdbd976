package cloakroom.stress.folder;

import cloakroom.options.NodeOptions;
import cloakroom.stress.options.VariantOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Short names for variants: the policy and, behind it, only what differs in the run. They fit a
 * table: where one would be too long, the policies are shortened in all, and what is too long even
 * so loses its end and gets its number.
 */
public final class VariantNames {
  /** Characters of a name that is made here. */
  static final int MOST = 26;

  /** Characters of a name that somebody gave. */
  public static final int MOST_GIVEN = 40;

  private static final Map<String, String> SHORT =
      Map.of("connection-threshold", "threshold", "unpooled-modules", "unpooled");

  private VariantNames() {}

  /**
   * The same variants, all with names. One that has a name keeps it, with what of {@code varied}
   * was chosen for it behind it.
   */
  public static List<Variant> named(List<Variant> variants, Set<String> varied) {
    Set<String> differing = differing(variants);
    List<String> names = variants.stream().map(v -> name(v, differing, varied, false)).toList();
    if (names.stream().anyMatch(name -> name.length() > MOST)) {
      names = variants.stream().map(v -> name(v, differing, varied, true)).toList();
    }
    List<Variant> all = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Variant variant = variants.get(i);
      int most = variant.name().isEmpty() ? MOST : MOST_GIVEN;
      String name = names.get(i);
      boolean twice = Collections.frequency(names, name) > 1 && !name.equals(variant.name());
      if (name.length() > most || twice) {
        name = numbered(name, most, i + 1);
      }
      all.add(new Variant(name, variant.policy(), variant.choices()));
    }
    return List.copyOf(all);
  }

  /** The keys that not all variants have with the same value. */
  public static Set<String> differing(List<Variant> variants) {
    Set<String> keys = new LinkedHashSet<>();
    variants.forEach(variant -> keys.addAll(variant.choices().all().keySet()));
    keys.removeIf(
        key ->
            variants.stream().map(v -> v.choices().all().getOrDefault(key, "")).distinct().count()
                == 1);
    return keys;
  }

  private static String name(
      Variant variant, Set<String> differing, Set<String> varied, boolean brief) {
    boolean named = !variant.name().isEmpty();
    List<String> parts = new ArrayList<>();
    if (named) {
      parts.add(variant.name());
    } else if (!variant.policy().isEmpty()) {
      parts.add(brief ? brief(variant.policy()) : variant.policy());
    }
    variant
        .choices()
        .all()
        .forEach(
            (key, value) -> {
              boolean base =
                  key.equals(NodeOptions.BC4J.key()) && variant.policy().isEmpty() && !named;
              if (base || (named ? varied : differing).contains(key)) {
                parts.add(VariantOptions.of(key).brief(value));
              }
            });
    return String.join(" ", parts);
  }

  private static String brief(String policy) {
    return SHORT.getOrDefault(policy, policy.replaceFirst("^release-", ""));
  }

  private static String numbered(String name, int most, int number) {
    String tail = " (" + number + ")";
    String cut = name;
    while (cut.length() + tail.length() > most && cut.contains(" ")) {
      cut = cut.substring(0, cut.lastIndexOf(' '));
    }
    return cut.substring(0, Math.min(cut.length(), most - tail.length())) + tail;
  }
}
