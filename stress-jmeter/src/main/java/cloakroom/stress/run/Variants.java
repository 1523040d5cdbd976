package cloakroom.stress.run;

import cloakroom.contract.TierOptions;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import cloakroom.stress.process.StressFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Multiplies out what a run compares: each policy under each hygiene with each value of the setting
 * that is varied.
 */
record Variants(
    List<String> policies, List<String> hygienes, Map<String, String> set, Varied varied) {

  /** All combinations; the value changes fastest, the policy slowest. */
  List<Variant> all() {
    List<Variant> all = new ArrayList<>();
    for (String policy : policies) {
      for (String hygiene : hygienes) {
        String name = hygienes.size() > 1 ? policy + "/" + hygiene : policy;
        if (!varied.any()) {
          all.add(new Variant(name, policy, hygiene, set));
        }
        for (String value : varied.values()) {
          Map<String, String> with = new LinkedHashMap<>(set);
          with.put(varied.setting(), value);
          String full = name + "/" + varied.label() + "=" + value;
          all.add(new Variant(full, policy, hygiene, with));
        }
      }
    }
    return List.copyOf(all);
  }

  /** Splits {@code a,b}; an empty name is refused. */
  static List<String> policies(String asked) {
    List<String> names = Rules.split(asked);
    if (names.contains("")) {
      throw StressFailure.wrongUse(
          "--policies '%s': names a policy that is empty; write names with commas, or all"
              .formatted(asked));
    }
    return names;
  }

  /** The asked policies, each once and each one that is offered. */
  static List<String> offered(List<String> asked, List<String> offered) {
    if (asked.equals(List.of("all"))) {
      return offered;
    }
    for (String name : asked) {
      if (!offered.contains(name)) {
        throw StressFailure.wrongUse(
            "--policies: unknown policy '%s'; choose from %s, or all"
                .formatted(name, String.join(", ", offered)));
      }
    }
    Rules.once("--policies", asked, "policy");
    return asked;
  }

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

  static Map<String, String> settings(Map<String, String> set) {
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
      throw StressFailure.wrongUse(
          "--vary '" + asked + "': needs two values or more, such as " + name + "=10,20,40");
    }
    Rules.once("--vary", values, "variant");
    if (set.containsKey(name)) {
      throw StressFailure.wrongUse(
          "--vary " + name + ": --set fixes its value; leave one of them out");
    }
    return new Varied(name, values);
  }

  private static void requireSetting(String option, String name) {
    if (!name.startsWith("jbo.") && !name.startsWith("cloakroom.")) {
      throw StressFailure.wrongUse(
          option + " " + name + ": names of settings begin with jbo. or cloakroom.");
    }
  }

  /** Refuses now what the tier would refuse when its trial starts, maybe hours later. */
  void requireAccepted(Function<Variant, Optional<String>> refusal) {
    Set<List<Object>> asked = new HashSet<>();
    for (Variant variant : all()) {
      if (!variant.set().isEmpty() && asked.add(List.of(variant.policy(), variant.set()))) {
        String setting = varied.setting();
        String option =
            varied.any() ? "--vary " + setting + "=" + variant.set().get(setting) : "--set";
        refusal
            .apply(variant)
            .ifPresent(
                line -> {
                  throw StressFailure.wrongUse(
                      "policy " + variant.policy() + " with " + option + ": " + line);
                });
      }
    }
  }

  /** One trial that is to be run: its number, from 1, of how many. */
  record TrialSpec(int number, int of, Variant variant) {
    /**
     * All variants once, then all again (A B A B), so that drift of the machine hits them alike.
     */
    static List<TrialSpec> interleaved(List<Variant> variants, int trials) {
      List<TrialSpec> specs = new ArrayList<>();
      int of = variants.size() * trials;
      for (int round = 0; round < trials; round++) {
        for (Variant variant : variants) {
          specs.add(new TrialSpec(specs.size() + 1, of, variant));
        }
      }
      return List.copyOf(specs);
    }

    String folder() {
      return String.format("%02d-%s", number, variant.name().replaceAll("[^A-Za-z0-9._-]", "-"));
    }
  }
}
