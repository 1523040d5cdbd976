package cloakroom.bench.run;

import cloakroom.bench.study.StudyCard;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long the studies will still take: at first by what each usually takes on two quiet cores,
 * then corrected by what those that are done took here.
 */
final class TimeLeft {
  /** Seconds of a study in its default form. */
  private static final Map<String, Integer> USUAL =
      Map.ofEntries(
          Map.entry("S1a", 50),
          Map.entry("S1b", 95),
          Map.entry("S1c", 60),
          Map.entry("S1d", 45),
          Map.entry("S1e", 30),
          Map.entry("S1f", 30),
          Map.entry("S1g", 30),
          Map.entry("S1h", 20),
          Map.entry("S1i", 30),
          Map.entry("S2", 185),
          Map.entry("S3", 40),
          Map.entry("S3b", 75),
          Map.entry("S3c", 1),
          Map.entry("S4", 160),
          Map.entry("S5", 1));

  private static final int OTHERWISE = 60;
  private static final double USUAL_ROUNDS = 5;

  /** What the long form takes more. */
  private static final double FULL = 4;

  /** Beside the rounds: the steady state and the counts, each about as long as a round. */
  private static final int MORE_STEPS = 2;

  private final List<StudyCard> cards;
  private final double scale;
  private final double steps;
  private final Map<StudyCard, Double> left = new LinkedHashMap<>();
  private double doneUsually;
  private double doneHere;

  TimeLeft(List<StudyCard> cards, StudyRun.Plan plan) {
    this.cards = cards;
    this.scale = plan.rounds() / USUAL_ROUNDS * (plan.full() ? FULL : 1);
    this.steps = plan.rounds() + MORE_STEPS;
    cards.forEach(card -> left.put(card, usual(card)));
  }

  private double usual(StudyCard card) {
    return USUAL.getOrDefault(card.id(), OTHERWISE) * scale;
  }

  /** A round of this study, or as much, took so many seconds. */
  void step(StudyCard card, double seconds) {
    doneHere += seconds;
    done(card, Math.min(left.get(card), usual(card) / steps));
  }

  /** This study has ended, well or not. */
  void end(StudyCard card) {
    done(card, left.get(card));
  }

  private void done(StudyCard card, double usually) {
    doneUsually += usually;
    left.merge(card, -usually, Double::sum);
  }

  /** Number of a study, from 1. */
  int number(StudyCard card) {
    return cards.indexOf(card) + 1;
  }

  /** How many studies there are. */
  int of() {
    return cards.size();
  }

  /** Seconds up to the end of the last study. */
  double seconds() {
    double pace = doneUsually == 0 || doneHere == 0 ? 1 : doneHere / doneUsually;
    return pace * left.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
