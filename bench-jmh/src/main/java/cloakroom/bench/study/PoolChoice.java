package cloakroom.bench.study;

import cloakroom.bench.harness.PoolStudy;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyDefinition.RatioDefinition;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.subject.Subject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Pools in place of a study's own. Each of them gets the sets and the ratios that the study has for
 * HikariCP; sets without a pool stay.
 *
 * @param pools empty for the study's own
 */
public record PoolChoice(List<Subject> pools) {
  private static final Subject MODEL = Subject.HIKARI;

  /** Parses the names of pools; none leaves every study as it is. */
  public static PoolChoice of(List<String> names) {
    return new PoolChoice(
        names.stream()
            .map(Subject::named)
            .filter(pool -> pool != Subject.UNPOOLED)
            .distinct()
            .toList());
  }

  /** Returns the names of the pools of a study that compares pools. */
  List<String> names() {
    List<Subject> all = pools.isEmpty() ? List.of(MODEL, Subject.UCP) : pools;
    return all.stream().map(Subject::name).toList();
  }

  /** Returns the sets with these pools. */
  StudySets on(StudySets sets) {
    return pools.isEmpty() ? sets : new StudySets(on(sets.brief()), on(sets.full()), sets.once());
  }

  private List<Map<String, String>> on(List<Map<String, String>> sets) {
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

  /** Returns the card with the ratios of these pools. */
  StudyDefinition on(StudyDefinition card) {
    List<RatioDefinition> ratios = new ArrayList<>(card.ratios());
    Set<List<Map<String, String>>> known = new LinkedHashSet<>();
    card.ratios().forEach(ratio -> known.add(List.of(ratio.above(), ratio.below())));
    for (Subject pool : pools) {
      for (RatioDefinition ratio : card.ratios()) {
        RatioDefinition its =
            new RatioDefinition(
                ratio.name().replace(MODEL.product(), pool.product()),
                of(pool, ratio.above()),
                of(pool, ratio.below()),
                ratio.published(),
                ratio.claim(),
                ratio.counts());
        if (known.add(List.of(its.above(), its.below()))) {
          ratios.add(its);
        }
      }
    }
    return card.with(ratios);
  }

  private static Map<String, String> of(Subject pool, Map<String, String> set) {
    Map<String, String> other = new TreeMap<>(set);
    other.replace(PoolStudy.SUBJECT, MODEL.name(), pool.name());
    return other;
  }
}
