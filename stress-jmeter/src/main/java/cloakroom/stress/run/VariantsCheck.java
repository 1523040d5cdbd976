package cloakroom.stress.run;

import cloakroom.contract.TierOptions;
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
  private VariantsCheck() {}

  /** The hygienes asked for, each once, or the plan's own. */
  static List<String> hygienes(String asked, List<String> otherwise) {
    if (asked == null) {
      return otherwise;
    }
    List<String> names = Rules.split(asked);
    names.forEach(name -> Rules.oneOf("--hygiene", name, TierOptions.HYGIENES));
    Rules.once("--hygiene", names, "variant");
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
    List<String> values = equals < 0 ? List.of() : Rules.split(asked.substring(equals + 1));
    if (values.size() < 2 || values.contains("")) {
      throw new BadInput(
          "--vary '" + asked + "': needs two values or more, such as " + name + "=10,20,40");
    }
    Rules.once("--vary", values, "variant");
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
}
