package cloakroom.bench.study;

import cloakroom.bench.run.S1hTraffic;
import cloakroom.bench.run.S4Run;
import cloakroom.bench.run.S5StressRun;
import cloakroom.bench.study.StudyCard.Chart;
import cloakroom.bench.study.StudyCard.Claim;
import cloakroom.bench.study.StudyCard.Ratio;
import java.util.List;
import java.util.Map;

/** All experiments, in the order of their ids. A new one is a benchmark class and a card here. */
public final class Studies {
  private static final StudyCard S1A =
      new StudyCard(
          "S1a",
          "Connection pooling",
          "What does a pool save when a connection is opened and closed 100 times?",
          S1aConnectionPooling.class,
          Map.of(),
          Map.of(),
          null,
          Chart.BARS,
          List.of(
              new Ratio(
                  "unpooled / HikariCP",
                  Map.of("subject", "UNPOOLED"),
                  Map.of("subject", "HIKARI"),
                  60.2,
                  Claim.ABOVE_ONE),
              new Ratio(
                  "unpooled / UCP",
                  Map.of("subject", "UNPOOLED"),
                  Map.of("subject", "UCP"),
                  60.2,
                  Claim.ABOVE_ONE)),
          Map.of("without", Map.of(0.0, 7.8312608), "with", Map.of(0.0, 0.1301872)));

  /** Every card. */
  public static final List<StudyCard> ALL =
      List.of(
          S1A,
          S1Cards.S1B,
          S1Cards.S1C,
          S1Cards.S1D,
          S1Cards.S1E,
          S1Cards.S1F,
          S1Cards.S1G,
          S1hTraffic.CARD,
          S1Cards.S1I,
          ConnectStudies.S2,
          ConnectStudies.S3,
          ConnectStudies.S3B,
          ConnectStudies.S3C,
          S4Run.CARD,
          S5StressRun.CARD);

  private Studies() {}

  /**
   * The cards with these ids.
   *
   * @throws IllegalArgumentException naming the id and the choices
   */
  public static List<StudyCard> named(List<String> ids) {
    for (String id : ids) {
      if (ALL.stream().noneMatch(card -> card.id().equalsIgnoreCase(id))) {
        throw new IllegalArgumentException(
            "unknown study "
                + id
                + "; the studies are: "
                + ALL.stream().map(StudyCard::id).toList());
      }
    }
    return ALL.stream()
        .filter(card -> ids.isEmpty() || ids.stream().anyMatch(card.id()::equalsIgnoreCase))
        .toList();
  }
}
