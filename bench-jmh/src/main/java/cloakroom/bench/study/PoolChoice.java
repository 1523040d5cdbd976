package cloakroom.bench.study;

import cloakroom.bench.lab.PoolStudy;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyCard.Ratio;
import cloakroom.bench.subject.Subject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Other pools than a study's own. A study that compares pools with none keeps that as its measure,
 * and each pool gets the ratios that the study has for HikariCP.
 *
 * @param pools instead of a study's own; none leaves every study as it is
 */
public record PoolChoice(List<Subject> pools) {
  private static final Subject MODEL = Subject.HIKARI;

  /** These; none leaves every study as it is. */
  public static PoolChoice of(List<String> names) {
    return new PoolChoice(names.stream().map(Subject::named).distinct().toList());
  }

  /** The card with these pools; the same card if its study is not about pools. */
  public StudyCard on(StudyCard card) {
    List<String> own = card.parameters().getOrDefault(PoolStudy.SUBJECT, List.of());
    if (pools.isEmpty() || own.isEmpty()) {
      return card;
    }
    Set<String> chosen = new LinkedHashSet<>();
    if (own.contains(Subject.UNPOOLED.name())) {
      chosen.add(Subject.UNPOOLED.name());
    }
    pools.stream()
        .filter(pool -> pool != Subject.UNPOOLED)
        .forEach(pool -> chosen.add(pool.name()));
    return card.with(PoolStudy.SUBJECT, List.copyOf(chosen), ratios(card));
  }

  private List<Ratio> ratios(StudyCard card) {
    List<Ratio> ratios = new ArrayList<>(card.ratios());
    Set<List<Map<String, String>>> known = new LinkedHashSet<>();
    card.ratios().forEach(ratio -> known.add(sides(ratio)));
    for (Subject pool : pools) {
      for (Ratio ratio : card.ratios()) {
        Ratio its = of(pool, ratio);
        if (known.add(sides(its))) {
          ratios.add(its);
        }
      }
    }
    return ratios;
  }

  private static List<Map<String, String>> sides(Ratio ratio) {
    return List.of(ratio.above(), ratio.below());
  }

  /** The same for another pool; a ratio without the model stays as it is. */
  private static Ratio of(Subject pool, Ratio ratio) {
    return new Ratio(
        ratio.name().replace(MODEL.product(), pool.product()),
        of(pool, ratio.above()),
        of(pool, ratio.below()),
        ratio.published(),
        ratio.claim(),
        ratio.counts());
  }

  private static Map<String, String> of(Subject pool, Map<String, String> side) {
    Map<String, String> other = new TreeMap<>(side);
    other.replace(PoolStudy.SUBJECT, MODEL.name(), pool.name());
    return other;
  }
}
