package cloakroom.bench.study.s4;

import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.Point;
import cloakroom.bench.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Says in words what S4's uses, taken apart, show: where the time of a borrow goes and which
 * setting takes it away. The factor of a use is what it takes, borrow and return included, over the
 * same query on a connection that is held, both from the same minute. Two queries were timed so: on
 * a connection held beside the borrowed one, and as a further one of the same use. The faster
 * counts, because each waits now and then for the server's process of the other to give way.
 */
record S4Reading(String pool, List<Point> uses) {
  /** Names of the parts. */
  static final Set<String> PARTS = Set.of("borrow", "first", "next", "giveBack", "held");

  /** Resets in words. */
  private static final Map<String, String> RESETS =
      new TreeMap<>(
          Map.of(
              "FULL", ", a full reset at the return",
              "LAZY", ", a full reset before the first statement",
              "ROLLBACK", ", a rollback at the return"));

  /** A setting takes the factor away if no more than this share of it is left. */
  private static final double LEFT = 0.2;

  /** Below this there is no factor worth naming. */
  private static final double NO_FACTOR = 1.1;

  /** Sentences for each pool, in the order in which they were measured; none without the uses. */
  static List<String> of(List<Point> points) {
    List<Point> uses =
        points.stream()
            .filter(point -> S4Run.ONE_USE.equals(point.parameters().get(S4Run.PART)))
            .toList();
    List<String> pools =
        uses.stream().map(point -> point.parameters().get("subject")).distinct().toList();
    return pools.stream().flatMap(pool -> new S4Reading(pool, uses).sentences().stream()).toList();
  }

  /** Microseconds of a use with a single query. */
  static double oneUse(Map<String, Double> parts) {
    return parts.get("borrow") + parts.get("first") + parts.get("giveBack");
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    use("true", "NONE", "256")
        .ifPresent(
            base -> {
              sentences.add(where("", base));
              sentences.add(whatTakesItAway(factor(base)));
            });
    RESETS.forEach(
        (reset, words) ->
            use("true", reset, "256").ifPresent(parts -> sentences.add(where(words, parts))));
    return sentences;
  }

  private Optional<Map<String, Double>> use(String validation, String reset, String cache) {
    Map<String, String> wanted =
        Map.of("subject", pool, "validation", validation, "reset", reset, "statementCache", cache);
    return StudyResult.with(uses, wanted).map(Point::counts);
  }

  private static double factor(Map<String, Double> parts) {
    return oneUse(parts) / held(parts);
  }

  private static double held(Map<String, Double> parts) {
    return Math.min(parts.get("held"), parts.get("next"));
  }

  private String where(String how, Map<String, Double> parts) {
    double first = Math.max(0, parts.get("first") - held(parts));
    double more = parts.get("borrow") + first + parts.get("giveBack");
    return text(
        "%s%s: a use with one query takes %.2f x the query on a held connection (%.1f and %.1f µs);"
            + " of what it takes more, %.0f %% lies in the borrow, %.0f %% in the first statement,"
            + " %.0f %% in the return; the first statement takes %.2f x a further one.",
        name(),
        how,
        factor(parts),
        oneUse(parts),
        held(parts),
        100 * parts.get("borrow") / more,
        100 * first / more,
        100 * parts.get("giveBack") / more,
        parts.get("first") / parts.get("next"));
  }

  private String whatTakesItAway(double base) {
    if (base < NO_FACTOR) {
      return name() + ": there is no factor to take away.";
    }
    Map<String, Double> without = new TreeMap<>();
    use("false", "NONE", "256")
        .ifPresent(parts -> without.put("validation at every borrow", factor(parts)));
    use("true", "NONE", "0").ifPresent(parts -> without.put("the statement cache", factor(parts)));
    List<String> taking = new ArrayList<>();
    List<String> all = new ArrayList<>();
    without.forEach(
        (setting, factor) -> {
          String words = text("%.2f x without %s", factor, setting);
          all.add(words);
          if (factor - 1 <= LEFT * (base - 1)) {
            taking.add(words);
          }
        });
    return taking.isEmpty()
        ? name() + ": no setting takes the factor away (" + String.join(", ", all) + ")."
        : name() + ": " + String.join(" and ", taking) + ", which takes the factor away.";
  }

  private String name() {
    return Subject.named(pool).product();
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
