package cloakroom.bench.harness;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Parameter sets of a study. A parameter that a set does not contain has the first value of the
 * benchmark's {@code @Param} annotation.
 *
 * @param once values of sets for which steady state and traffic are measured after the rounds
 */
public record StudySets(
    List<Map<String, String>> brief, List<Map<String, String>> full, Map<String, String> once) {
  public static StudySets of(String... texts) {
    return new StudySets(parse(texts), parse(texts), Map.of());
  }

  public StudySets full(String... texts) {
    return new StudySets(brief, parse(texts), once);
  }

  /** Returns a copy that measures steady state and traffic only for sets with these values. */
  public StudySets once(String text) {
    return new StudySets(brief, full, parse(text).get(0));
  }

  /** Parses "pool=COLD,FILLED work=0" into one parameter set for each combination of the values. */
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
