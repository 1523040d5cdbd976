package cloakroom.bench.lab;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long the studies will still take: at first by what each usually takes on two quiet cores,
 * then corrected by what those that are done took here.
 */
public final class TimeLeft {
  private static final int MINUTE = 60;

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

  TimeLeft(List<StudyCard> cards, Experiment.Plan plan) {
    this.cards = cards;
    this.scale = plan.rounds() / USUAL_ROUNDS * (plan.full() ? FULL : 1);
    this.steps = plan.rounds() + MORE_STEPS;
    cards.forEach(card -> left.put(card, usual(card)));
  }

  private double usual(StudyCard card) {
    return card.usualSeconds() * scale;
  }

  /** A round of this study, or as much, took so many seconds. */
  void step(StudyCard card, double seconds) {
    doneHere += seconds;
    done(card, Math.min(left.get(card), usual(card) / steps));
  }

  void end(StudyCard card) {
    done(card, left.get(card));
  }

  private void done(StudyCard card, double usually) {
    doneUsually += usually;
    left.merge(card, -usually, Double::sum);
  }

  /** Seconds up to the end of the last study. */
  double seconds() {
    double pace = doneUsually == 0 || doneHere == 0 ? 1 : doneHere / doneUsually;
    return pace * left.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Which study runs, which round of it, and how long is left. */
  String line(StudyCard card, String round) {
    return String.format(
        Locale.ROOT,
        "[%d/%d] %s %s: %s; %s left",
        cards.indexOf(card) + 1,
        cards.size(),
        card.id(),
        card.title(),
        round,
        words(seconds()));
  }

  /** In tens of seconds up to two minutes, then in minutes. */
  public static String words(double seconds) {
    return seconds < 2 * MINUTE
        ? String.format(Locale.ROOT, "about %.0f s", Math.max(1, Math.ceil(seconds / 10)) * 10)
        : String.format(Locale.ROOT, "about %.0f min", Math.ceil(seconds / MINUTE));
  }
}
