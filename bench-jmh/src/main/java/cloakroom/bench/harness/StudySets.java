package cloakroom.bench.harness;

import cloakroom.bench.subject.Subject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parameter sets of a study. A text such as "subject=UNPOOLED,POOLS work=0,10" stands for one set
 * for each combination of the values, and POOLS for the compared pools. A parameter that a set does
 * not contain has the first value of the benchmark's {@code @Param} annotation.
 *
 * @param once values of sets for which steady state and traffic are measured after the rounds
 */
public record StudySets(List<String> brief, List<String> full, Map<String, String> once) {
  private static final String POOLS = "POOLS";

  public static StudySets of(String... texts) {
    return new StudySets(List.of(texts), List.of(texts), Map.of());
  }

  public StudySets full(String... texts) {
    return new StudySets(brief, List.of(texts), once);
  }

  /** Returns a copy that measures steady state and traffic only for sets with these values. */
  public StudySets once(String text) {
    return new StudySets(brief, full, parse(text).get(0));
  }

  public List<Map<String, String>> of(boolean longForm, List<Subject> pools) {
    String names = pools.stream().map(Subject::name).collect(Collectors.joining(","));
    return (longForm ? full : brief)
        .stream()
            .flatMap(text -> parse(text.replace(POOLS, names)).stream())
            .filter(StudySets::isPossible)
            .toList();
  }

  /** Returns whether a set can run: over PostgreSQL, UCP validates at every borrow. */
  static boolean isPossible(Map<String, String> set) {
    return !set.entrySet()
        .containsAll(Map.of("subject", Subject.UCP.name(), "validation", "false").entrySet());
  }

  /** Parses "pool=COLD,FILLED work=0" into one parameter set for each combination of the values. */
  public static List<Map<String, String>> parse(String text) {
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
}
