package cloakroom.bench.run;

import cloakroom.bench.study.StudyCard;
import cloakroom.bench.study.StudyCard.Ratio;
import cloakroom.bench.subject.Subject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Param;

/**
 * Other pools than a study's own. A study that compares pools with none keeps that as its measure,
 * and each pool gets the ratios that the study has for HikariCP.
 */
final class PoolChoice {
  private static final String SUBJECT = "subject";
  private static final Subject MODEL = Subject.HIKARI;

  private final List<Subject> pools;

  private PoolChoice(List<Subject> pools) {
    this.pools = pools;
  }

  /**
   * These; none leaves every study as it is.
   *
   * @throws IllegalArgumentException naming what is no pool, and the choices
   */
  static PoolChoice of(List<String> names) {
    return new PoolChoice(names.stream().map(Subject::named).distinct().toList());
  }

  /** The study with these pools; the same card if it is not about pools. */
  StudyCard on(StudyCard card) {
    List<String> own = subjects(card);
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
    return with(card, List.copyOf(chosen));
  }

  /** Those that the card names, or else those of its benchmark's annotation. */
  private static List<String> subjects(StudyCard card) {
    if (card.parameters().containsKey(SUBJECT)) {
      return card.parameters().get(SUBJECT);
    }
    return Arrays.stream(card.benchmark().getFields())
        .filter(field -> field.getName().equals(SUBJECT) && field.getType() == Subject.class)
        .flatMap(field -> Arrays.stream(field.getAnnotation(Param.class).value()))
        .toList();
  }

  private StudyCard with(StudyCard card, List<String> chosen) {
    Map<String, List<String>> parameters = new TreeMap<>(card.parameters());
    parameters.put(SUBJECT, chosen);
    Map<String, List<String>> full = new TreeMap<>(card.full());
    full.remove(SUBJECT);
    return new StudyCard(
        card.id(),
        card.title(),
        card.question(),
        card.benchmark(),
        parameters,
        full,
        card.xParameter(),
        card.chart(),
        ratios(card),
        card.published());
  }

  private List<Ratio> ratios(StudyCard card) {
    Set<Ratio> ratios = new LinkedHashSet<>(card.ratios());
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
    return new ArrayList<>(ratios);
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
        ratio.claim());
  }

  private static Map<String, String> of(Subject pool, Map<String, String> side) {
    Map<String, String> other = new TreeMap<>(side);
    other.replace(SUBJECT, MODEL.name(), pool.name());
    return other;
  }
}
