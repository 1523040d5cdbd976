package cloakroom.stress.run;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Multiplies out what a run compares: each policy under each hygiene with each value of the setting
 * that is varied.
 *
 * @param policies the policies, in order
 * @param hygienes what a returned connection is cleaned of, in order
 * @param set settings on top of every policy
 * @param varied the one setting that has several values
 */
record Variants(
    List<String> policies, List<String> hygienes, Map<String, String> set, Varied varied) {

  /** All combinations; the value changes fastest, the policy slowest. */
  List<Variant> all() {
    List<Variant> all = new ArrayList<>();
    for (String policy : policies) {
      for (String hygiene : hygienes) {
        all.addAll(values(policy, hygiene));
      }
    }
    return List.copyOf(all);
  }

  private List<Variant> values(String policy, String hygiene) {
    String name = hygienes.size() > 1 ? policy + "/" + hygiene : policy;
    if (!varied.any()) {
      return List.of(new Variant(name, policy, hygiene, set));
    }
    return varied.values().stream()
        .map(
            value ->
                new Variant(
                    name + "/" + varied.label() + "=" + value, policy, hygiene, with(value)))
        .toList();
  }

  private Map<String, String> with(String value) {
    Map<String, String> all = new LinkedHashMap<>(set);
    all.put(varied.setting(), value);
    return all;
  }
}
