package cloakroom.bench.harness;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Sets of parameters that a study runs. A set has one value for each parameter that it names; a
 * parameter that it does not name has the value in the benchmark's annotation.
 *
 * @param brief sets of the short form
 * @param full sets of the long form
 * @param once values of the sets whose steady state and counts are measured after the rounds
 */
public record StudySets(
    List<Map<String, String>> brief, List<Map<String, String>> full, Map<String, String> once) {
  /** Creates sets that both forms run; all of them are measured after the rounds, too. */
  public static StudySets of(String... texts) {
    return new StudySets(parse(texts), parse(texts), Map.of());
  }

  public StudySets full(String... texts) {
    return new StudySets(brief, parse(texts), once);
  }

  /** Returns a copy that measures only the sets with these values after the rounds. */
  public StudySets once(String text) {
    return new StudySets(brief, full, parse(text).get(0));
  }

  /** Parses texts such as "pool=COLD,FILLED work=0": every combination of a text's values. */
  public static List<Map<String, String>> parse(String... texts) {
    return Stream.of(texts).flatMap(text -> combinations(text).stream()).toList();
  }

  private static List<Map<String, String>> combinations(String text) {
    List<Map<String, String>> sets = List.of(Map.of());
    for (String parameter : text.split(" ", -1)) {
      String[] parts = parameter.split("=", -1);
      sets =
          sets.stream()
              .flatMap(set -> Stream.of(parts[1].split(",", -1)).map(v -> with(set, parts[0], v)))
              .toList();
    }
    return sets;
  }

  public static Map<String, String> with(Map<String, String> set, String name, String value) {
    Map<String, String> copy = new TreeMap<>(set);
    copy.put(name, value);
    return copy;
  }

  public List<Map<String, String>> of(boolean longForm) {
    return longForm ? full : brief;
  }
}
