package cloakroom.bench.run;

import cloakroom.bench.study.Reset;
import cloakroom.bench.study.Reuse;
import cloakroom.bench.study.StudyCard;
import cloakroom.bench.study.StudyCard.Chart;
import cloakroom.bench.study.StudyCard.Claim;
import cloakroom.bench.study.StudyCard.Ratio;
import cloakroom.bench.study.StudyCard.Scale;
import cloakroom.bench.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The card of S4. Default form: sizes up to 8,192, because the larger ones would take longer than
 * all other studies; long form: all of the published ones, up to 131,072.
 */
final class S4Card {
  private static final List<Subject> POOLS = List.of(Subject.HIKARI, Subject.UCP);

  static final StudyCard CARD =
      new StudyCard(
          "S4",
          "Reuse against borrow",
          "What does it cost to borrow a pooled connection for every query instead of keeping one?",
          S4Run.class,
          Map.of("subject", POOLS.stream().map(Subject::name).toList()),
          Map.of(),
          "n",
          new Chart("queries", Scale.LOGARITHMIC, Scale.LOGARITHMIC),
          ratios(),
          Map.of(
              "reused", Map.of(32.0, 0.004, 5_000.0, 0.505),
              "borrowed", Map.of(32.0, 0.034, 5_000.0, 6.079)));

  private S4Card() {}

  /** The published 5,000 lie between two sizes of the published loop; 4,096 is the nearer one. */
  private static List<Ratio> ratios() {
    List<Ratio> ratios = new ArrayList<>();
    POOLS.forEach(pool -> ratios.add(borrowed(pool, Reset.NONE, 4_096, 6_079.0 / 505)));
    POOLS.forEach(pool -> ratios.add(borrowed(pool, Reset.FULL, 4_096, 6_079.0 / 505)));
    POOLS.forEach(pool -> ratios.add(borrowed(pool, Reset.NONE, 32, 34.0 / 4)));
    for (int largest : List.of(8_192, 131_072)) {
      POOLS.forEach(pool -> ratios.add(borrowed(pool, Reset.NONE, largest, 10)));
    }
    POOLS.forEach(pool -> ratios.add(unpooled(pool)));
    return List.copyOf(ratios);
  }

  private static Ratio borrowed(Subject pool, Reset reset, int queries, double published) {
    String used = reset == Reset.FULL ? "+ reset" : "borrowed";
    String n = Integer.toString(queries);
    return new Ratio(
        "%s %s / held, n=%s".formatted(pool.product(), used, n),
        Map.of(
            "reuse", Reuse.BORROWED.name(),
            "subject", pool.name(),
            "reset", reset.name(),
            "n", n),
        Map.of("reuse", Reuse.HELD.name(), "n", n),
        published,
        Claim.ABOVE_ONE);
  }

  private static Ratio unpooled(Subject pool) {
    return new Ratio(
        "500 connects: unpooled / " + pool.product(),
        Map.of(S4Run.PART, S4Run.CONNECTS, "subject", Subject.UNPOOLED.name()),
        Map.of(S4Run.PART, S4Run.CONNECTS, "subject", pool.name()),
        4_700.0 / 600,
        Claim.ABOVE_ONE);
  }
}
