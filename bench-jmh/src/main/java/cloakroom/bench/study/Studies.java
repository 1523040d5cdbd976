package cloakroom.bench.study;

import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.JmhExperiment;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult.Gap;
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
import cloakroom.platform.Resources;
import java.util.List;

/**
 * All studies, in the order of their ids. A new study is a card in cards.json, a class that
 * measures it, and a line here.
 */
public final class Studies {
  private static final List<StudyDefinition> CARDS =
      StudyDefinition.read(Resources.text("cloakroom/bench/study/cards.json"));

  private static final String SPELLINGS =
      "none of these pools has a registry by connection string, so two opened pools are two pools"
          + " with any spelling; a test verifies this for each of them";

  private Studies() {}

  /** Creates the experiments of studies; of all if there are no ids. */
  public static List<Experiment> experiments(List<String> ids, PoolChoice pools) {
    return cards(ids).stream().map(card -> experiment(pools.on(card), pools)).toList();
  }

  private static Experiment experiment(StudyDefinition card, PoolChoice pools) {
    return switch (card.id()) {
      case "S1a" ->
          new JmhExperiment(card, S1aConnectionPooling.class, pools.on(S1aConnectionPooling.SETS)) {
            @Override
            protected List<String> reading() {
              return List.of(S1aConnectionPooling.TWIN);
            }
          };
      case "S1b" ->
          JmhExperiment.ofFewConnections(card, S1bFetchSize.class, S1bFetchSize.FETCH_SIZE);
      case "S1c" ->
          JmhExperiment.ofFewConnections(card, S1cStatementCache.class, S1cStatementCache.CACHE);
      case "S1d" -> new JmhExperiment(card, S1dDrainedPool.class, pools.on(S1dDrainedPool.SETS));
      case "S1e" ->
          JmhExperiment.ofFewConnections(card, S1cStatementCache.class, S1cStatementCache.OVERFLOW);
      case "S1f" ->
          JmhExperiment.ofFewConnections(card, S1cStatementCache.class, S1cStatementCache.LITERALS);
      case "S1g" ->
          JmhExperiment.ofFewConnections(card, S1cStatementCache.class, S1cStatementCache.KEPT_OUT);
      case "S1h" -> new S1hTraffic(card);
      case "S1i" -> JmhExperiment.ofFewConnections(card, S1bFetchSize.class, S1bFetchSize.MEMORY);
      case "S2" -> S2ConnectModes.experiment(card);
      case "S3" ->
          new JmhExperiment(card, S3DriverPool.class, pools.on(S3DriverPool.SETS)) {
            @Override
            protected List<String> reading() {
              return S3DriverPool.reading(points());
            }
          };
      case "S3b" -> new S3bJoiningBackend(card);
      case "S3c" -> notMeasured(card, SPELLINGS);
      case "S3d" -> new S3dIdleTimeout(card, pools.names());
      case "S4" -> new S4Run(card, pools.names());
      case "S5" -> JmhExperiment.ofFewConnections(card, S5PolicyCycle.class, S5PolicyCycle.SETS);
      default -> throw new IllegalStateException("card " + card.id() + " has no experiment");
    };
  }

  private static Experiment notMeasured(StudyDefinition card, String why) {
    return new Experiment(card) {
      @Override
      public int begin(RoundPlan plan) {
        gaps.add(new Gap("not measured", "", why));
        return 0;
      }
    };
  }

  /** Returns the cards with these ids, in any case; all if there are no ids. */
  public static List<StudyDefinition> cards(List<String> ids) {
    List<String> all = CARDS.stream().map(StudyDefinition::id).toList();
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
