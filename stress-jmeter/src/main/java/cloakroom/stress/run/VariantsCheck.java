package cloakroom.stress.run;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Checks what, besides the policies, makes up the variants: hygiene, settings, the varied one. */
final class VariantsCheck {
  private static final List<String> HYGIENES = List.of("none", "rollback", "full");

  private VariantsCheck() {}

  /** The hygienes asked for, each once, or the plan's own. */
  static List<String> hygienes(String asked, List<String> otherwise) {
    if (asked == null) {
      return otherwise;
    }
    List<String> names = split(asked);
    names.forEach(name -> SettingsCheck.oneOf("--hygiene", name, HYGIENES));
    requireOnce("--hygiene", names);
    return names;
  }

  /** The settings on top of every policy. */
  static Map<String, String> set(Map<String, String> set) {
    set.keySet().forEach(name -> requireSetting("--set", name));
    return Collections.unmodifiableMap(new LinkedHashMap<>(set));
  }

  /** The setting that is varied; {@link Varied#NOTHING} when none was asked for. */
  static Varied varied(String asked, Map<String, String> set) {
    if (asked == null) {
      return Varied.NOTHING;
    }
    int equals = asked.indexOf('=');
    String name = equals < 0 ? asked : asked.substring(0, equals);
    requireSetting("--vary", name);
    List<String> values = equals < 0 ? List.of() : split(asked.substring(equals + 1));
    if (values.size() < 2 || values.contains("")) {
      throw new BadInput(
          "--vary '" + asked + "': needs two values or more, such as " + name + "=10,20,40");
    }
    requireOnce("--vary", values);
    if (set.containsKey(name)) {
      throw new BadInput("--vary " + name + ": --set fixes its value; leave one of them out");
    }
    return new Varied(name, values);
  }

  /**
   * Refuses settings that the tier would refuse when their trial starts, which may be hours later.
   *
   * @param refusal the tier's line on a variant, empty when it will do
   */
  static void accepted(
      List<Variant> variants, Varied varied, Function<Variant, Optional<String>> refusal) {
    Set<List<Object>> asked = new HashSet<>();
    for (Variant variant : variants) {
      if (!variant.set().isEmpty() && asked.add(List.of(variant.policy(), variant.set()))) {
        Optional<String> line = refusal.apply(variant);
        if (line.isPresent()) {
          throw new BadInput(option(variant, varied) + line.get());
        }
      }
    }
  }

  private static String option(Variant variant, Varied varied) {
    return "policy "
        + variant.policy()
        + (varied.any()
            ? " with --vary " + varied.setting() + "=" + variant.set().get(varied.setting())
            : " with --set")
        + ": ";
  }

  private static void requireSetting(String option, String name) {
    if (!name.startsWith("jbo.") && !name.startsWith("cloakroom.")) {
      throw new BadInput(option + " " + name + ": names of settings begin with jbo. or cloakroom.");
    }
  }

  private static void requireOnce(String option, List<String> values) {
    Set<String> seen = new HashSet<>();
    for (String value : values) {
      if (!seen.add(value)) {
        throw new BadInput(
            option + ": '" + value + "' stands there twice; --trials repeats each variant");
      }
    }
  }

  private static List<String> split(String text) {
    return List.of(text.split(",", -1)).stream().map(String::strip).toList();
  }
}
