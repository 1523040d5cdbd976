package cloakroom.bench.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What of a benchmark cannot be run here, because it needs a program or a database that is not
 * here. It is left out, with a line.
 *
 * @param parameter the parameter some of whose values cannot be run
 * @param absent those values, each with the reason and what to install
 * @param more what else is not measured here
 */
public record Needs(String parameter, Map<String, String> absent, List<Gap> more) {
  static Needs nothing() {
    return new Needs("", Map.of(), List.of());
  }

  /** The values that are asked for and can be run. */
  Map<String, List<String>> possible(Map<String, List<String>> asked) {
    Map<String, List<String>> left = new TreeMap<>(asked);
    left.computeIfPresent(
        parameter,
        (name, values) -> values.stream().filter(value -> !absent.containsKey(value)).toList());
    return left;
  }

  /** One line for each reason, not for each value, of what was asked for. */
  List<Gap> gaps(Map<String, List<String>> asked) {
    Map<String, String> values = new LinkedHashMap<>();
    asked.getOrDefault(parameter, List.of()).stream()
        .filter(absent::containsKey)
        .sorted()
        .forEach(value -> values.merge(absent.get(value), value, (a, b) -> a + ", " + b));
    List<Gap> gaps = new ArrayList<>();
    values.forEach((why, names) -> gaps.add(Gap.absent(names, why)));
    return gaps;
  }
}
