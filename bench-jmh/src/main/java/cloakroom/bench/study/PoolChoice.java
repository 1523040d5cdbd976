package cloakroom.bench.study;

import cloakroom.bench.harness.LoopStudy.PoolStudy;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyDefinition.RatioDefinition;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.subject.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Pools that the user chose for a study. They replace the pools in the study's definition. Each
 * pool gets the parameter sets and ratios that the definition has for HikariCP.
 *
 * @param pools empty to keep the study's own pools
 */
public record PoolChoice(List<Subject> pools) {
  private static final Subject MODEL = Subject.HIKARI;

  public static PoolChoice of(List<String> names) {
    return new PoolChoice(
        names.stream()
            .map(Subject::named)
            .filter(pool -> pool != Subject.UNPOOLED)
            .distinct()
            .toList());
  }

  List<String> names() {
    List<Subject> all = pools.isEmpty() ? List.of(MODEL, Subject.UCP) : pools;
    return all.stream().map(Subject::name).toList();
  }

  StudySets apply(StudySets sets) {
    return pools.isEmpty()
        ? sets
        : new StudySets(apply(sets.brief()), apply(sets.full()), sets.once());
  }

  private List<Map<String, String>> apply(List<Map<String, String>> sets) {
    return sets.stream()
        .flatMap(
            set ->
                switch (Subject.named(set.get(PoolStudy.SUBJECT))) {
                  case UNPOOLED -> Stream.of(set);
                  case HIKARI -> pools.stream().map(pool -> of(pool, set));
                  default -> Stream.empty();
                })
        .toList();
  }

  /** Returns the study definition plus a copy of its HikariCP ratios for each chosen pool. */
  StudyDefinition apply(StudyDefinition definition) {
    List<RatioDefinition> ratios = new ArrayList<>(definition.ratios());
    Set<List<Map<String, String>>> known = new HashSet<>();
    ratios.forEach(ratio -> known.add(List.of(ratio.above(), ratio.below())));
    for (Subject pool : pools) {
      for (RatioDefinition ratio : definition.ratios()) {
        Map<String, String> above = of(pool, ratio.above());
        Map<String, String> below = of(pool, ratio.below());
        if (known.add(List.of(above, below))) {
          String name = ratio.name().replace(MODEL.product(), pool.product());
          ratios.add(
              new RatioDefinition(
                  name, above, below, ratio.published(), ratio.claim(), ratio.counts()));
        }
      }
    }
    return definition.withRatios(ratios);
  }

  private static Map<String, String> of(Subject pool, Map<String, String> set) {
    Map<String, String> other = new TreeMap<>(set);
    other.replace(PoolStudy.SUBJECT, MODEL.name(), pool.name());
    return other;
  }
}
