package cloakroom.bench.study;

import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.JmhExperiment;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.study.s1.S1aConnectionPooling;
import cloakroom.bench.study.s1.S1bFetchSize;
import cloakroom.bench.study.s1.S1cStatementCache;
import cloakroom.bench.study.s1.S1dDrainedPool;
import cloakroom.bench.study.s1.S1hTraffic;
import cloakroom.bench.study.s2.S2ConnectModes;
import cloakroom.bench.study.s3.S3DriverPool;
import cloakroom.bench.study.s3.S3bJoiningBackend;
import cloakroom.bench.study.s3.S3dIdleTimeout;
import cloakroom.bench.study.s4.S4Run;
import cloakroom.bench.study.s5.S5PolicyCycle;
import cloakroom.contract.Resources;
import java.util.List;

/**
 * All studies, in the order of their ids. A new one is a card in cards.json, a class that answers
 * it, and a line here.
 */
public final class Studies {
  private static final List<StudyCard> CARDS =
      StudyCard.read(Resources.text("cloakroom/bench/study/cards.json"));

  private static final String SPELLINGS =
      "none of these pools has a registry by connection string, so two opened pools are two pools"
          + " with any spelling; a test verifies this for each of them";

  private Studies() {}

  /** What answers the question of a card. */
  public static Experiment experiment(StudyCard card) {
    return switch (card.id()) {
      case "S1a" ->
          new JmhExperiment(
              card, S1aConnectionPooling.class, p -> List.of(S1aConnectionPooling.TWIN));
      case "S1b", "S1i" -> JmhExperiment.ofFewConnections(card, S1bFetchSize.class);
      case "S1c", "S1e", "S1f", "S1g" ->
          JmhExperiment.ofFewConnections(card, S1cStatementCache.class);
      case "S1d" -> new JmhExperiment(card, S1dDrainedPool.class);
      case "S1h" -> new S1hTraffic(card, id -> cards(List.of(id)).get(0));
      case "S2" -> S2ConnectModes.experiment(card);
      case "S3" -> new JmhExperiment(card, S3DriverPool.class, S3DriverPool::reading);
      case "S3b" -> new S3bJoiningBackend(card);
      case "S3c" -> notMeasured(card, SPELLINGS);
      case "S3d" -> new S3dIdleTimeout(card);
      case "S4" -> new S4Run(card);
      case "S5" -> JmhExperiment.ofFewConnections(card, S5PolicyCycle.class);
      default -> throw new IllegalStateException("nothing answers the card " + card.id());
    };
  }

  private static Experiment notMeasured(StudyCard card, String why) {
    return new Experiment(card) {
      @Override
      public int begin(Plan plan) {
        gaps.add(new Gap("not measured", "", why));
        return 0;
      }
    };
  }

  /** The cards with these ids, in any case; all if there are none. */
  public static List<StudyCard> cards(List<String> ids) {
    List<String> all = CARDS.stream().map(StudyCard::id).toList();
    for (String id : ids) {
      if (all.stream().noneMatch(id::equalsIgnoreCase)) {
        throw new IllegalArgumentException("unknown study " + id + "; the studies are: " + all);
      }
    }
    return CARDS.stream()
        .filter(card -> ids.isEmpty() || ids.stream().anyMatch(card.id()::equalsIgnoreCase))
        .toList();
  }
}
