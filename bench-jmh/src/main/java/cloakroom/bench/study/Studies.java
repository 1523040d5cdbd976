package cloakroom.bench.study;

import cloakroom.bench.lab.Study;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.study.s1.S1aConnectionPooling;
import cloakroom.bench.study.s1.S1bFetchSize;
import cloakroom.bench.study.s1.S1cStatementCache;
import cloakroom.bench.study.s1.S1dDrainedPool;
import cloakroom.bench.study.s1.S1hTraffic;
import cloakroom.bench.study.s2.S2ConnectModes;
import cloakroom.bench.study.s3.S3DriverPool;
import cloakroom.bench.study.s3.S3bJoiningBackend;
import cloakroom.bench.study.s3.S3cTwoSpellings;
import cloakroom.bench.study.s3.S3dIdleTimeout;
import cloakroom.bench.study.s4.S4Run;
import cloakroom.bench.study.s5.S5PolicyCycle;
import cloakroom.contract.Resources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All studies, in the order of their ids. A new one is a card in cards.json, a class that answers
 * it, and a line here.
 */
public record Studies(List<Study> list) {
  private static final Map<String, StudyCard> CARDS =
      StudyCard.read(Resources.text("cloakroom/bench/study/cards.json")).stream()
          .collect(
              Collectors.toMap(
                  StudyCard::id, Function.identity(), (a, b) -> a, LinkedHashMap::new));

  public static Studies all() {
    return new Studies(CARDS.values().stream().map(Studies::answered).toList());
  }

  private static Study answered(StudyCard card) {
    return switch (card.id()) {
      case "S1a" ->
          Study.of(card, S1aConnectionPooling.class, points -> List.of(S1aConnectionPooling.TWIN));
      case "S1b", "S1i" -> Study.of(card, S1bFetchSize.class);
      case "S1c", "S1e", "S1f", "S1g" -> Study.of(card, S1cStatementCache.class);
      case "S1d" -> Study.of(card, S1dDrainedPool.class);
      case "S1h" -> new Study(card, asked -> new S1hTraffic(asked, CARDS::get));
      case "S2" -> new Study(card, S2ConnectModes::experiment);
      case "S3" -> Study.of(card, S3DriverPool.class, S3DriverPool::reading);
      case "S3b" -> new Study(card, S3bJoiningBackend::new);
      case "S3c" -> new Study(card, S3cTwoSpellings::new);
      case "S3d" -> new Study(card, S3dIdleTimeout::new);
      case "S4" -> new Study(card, S4Run::new);
      case "S5" -> Study.of(card, S5PolicyCycle.class);
      default -> throw new IllegalStateException("nothing answers the card " + card.id());
    };
  }

  /**
   * The studies with these ids; all if there are none.
   *
   * @throws IllegalArgumentException naming the id and the choices
   */
  public List<Study> named(List<String> ids) {
    for (String id : ids) {
      if (CARDS.keySet().stream().noneMatch(id::equalsIgnoreCase)) {
        throw new IllegalArgumentException(
            "unknown study " + id + "; the studies are: " + CARDS.keySet());
      }
    }
    return list.stream()
        .filter(
            study -> ids.isEmpty() || ids.stream().anyMatch(study.card().id()::equalsIgnoreCase))
        .toList();
  }
}
