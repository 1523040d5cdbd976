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
 * Generator of short names for variants: the policy and the options that differ between variants.
 *
 * <p>If a name is too long for a table, all policy names are shortened. A name that is still too
 * long is cut and numbered.
 */
public final class VariantNames {
  static final int MAX_LENGTH = 26;
  public static final int MAX_GIVEN_LENGTH = 40;

  private static final Map<String, String> SHORT =
      Map.of("connection-threshold", "threshold", "unpooled-modules", "unpooled");

  private VariantNames() {}

  /**
   * Returns the variants with generated names. A user's name for a variant is kept, followed by the
   * {@code varied} options.
   */
  public static List<Variant> named(List<Variant> variants, Set<String> varied) {
    Set<String> differing = differing(variants);
    List<String> names = variants.stream().map(v -> name(v, differing, varied, false)).toList();
    if (names.stream().anyMatch(name -> name.length() > MAX_LENGTH)) {
      names = variants.stream().map(v -> name(v, differing, varied, true)).toList();
    }
    List<Variant> all = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Variant variant = variants.get(i);
      int max = variant.name().isEmpty() ? MAX_LENGTH : MAX_GIVEN_LENGTH;
      String name = names.get(i);
      boolean twice = Collections.frequency(names, name) > 1 && !name.equals(variant.name());
      String unique = name.length() > max || twice ? numbered(name, max, i + 1) : name;
      all.add(new Variant(unique, variant.policy(), variant.choices()));
    }
    return List.copyOf(all);
  }

  public static Set<String> differing(List<Variant> variants) {
    Set<String> keys = new LinkedHashSet<>();
    List<Map<String, String>> all = variants.stream().map(v -> v.choices().all()).toList();
    all.forEach(one -> keys.addAll(one.keySet()));
    keys.removeIf(k -> all.stream().map(one -> one.getOrDefault(k, "")).distinct().count() == 1);
    return keys;
  }

  private static String name(Variant variant, Set<String> keys, Set<String> varied, boolean brief) {
    boolean named = !variant.name().isEmpty();
    List<String> parts = new ArrayList<>();
    if (named) {
      parts.add(variant.name());
    } else if (!variant.policy().isEmpty()) {
      parts.add(brief ? brief(variant.policy()) : variant.policy());
    }
    for (Map.Entry<String, String> choice : variant.choices().all().entrySet()) {
      String key = choice.getKey();
      boolean base = key.equals(NodeOptions.BC4J.key()) && variant.policy().isEmpty() && !named;
      if (base || (named ? varied : keys).contains(key)) {
        parts.add(VariantOptions.of(key).brief(choice.getValue()));
      }
    }
    return String.join(" ", parts);
  }

  private static String brief(String policy) {
    return SHORT.getOrDefault(policy, policy.replaceFirst("^release-", ""));
  }

  private static String numbered(String name, int max, int number) {
    String tail = " (" + number + ")";
    String cut = name;
    while (cut.length() + tail.length() > max && cut.contains(" ")) {
      cut = cut.substring(0, cut.lastIndexOf(' '));
    }
    return cut.substring(0, Math.min(cut.length(), max - tail.length())) + tail;
  }
}
