package cloakroom.bench.run;

import cloakroom.bench.study.StudyCard;
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
          Map.entry("S1a", 60),
          Map.entry("S1b", 90),
          Map.entry("S1c", 60),
          Map.entry("S1d", 60),
          Map.entry("S1e", 30),
          Map.entry("S1f", 30),
          Map.entry("S1g", 30),
          Map.entry("S1h", 60),
          Map.entry("S1i", 30),
          Map.entry("S2", 120),
          Map.entry("S3", 30),
          Map.entry("S3b", 100),
          Map.entry("S3c", 10),
          Map.entry("S4", 150),
          Map.entry("S5", 1));

  private static final int OTHERWISE = 60;
  private static final double USUAL_ROUNDS = 5;

  /** What the long form takes more. */
  private static final double FULL = 4;

  private final List<StudyCard> cards;
  private final double scale;
  private int done;
  private double doneUsually;
  private double doneHere;

  TimeLeft(List<StudyCard> cards, StudyRun.Plan plan) {
    this.cards = cards;
    this.scale = plan.rounds() / USUAL_ROUNDS * (plan.full() ? FULL : 1);
  }

  private double usual(StudyCard card) {
    return USUAL.getOrDefault(card.id(), OTHERWISE) * scale;
  }

  /** The present study has ended, after so many seconds. */
  void done(double seconds) {
    doneUsually += usual(cards.get(done));
    doneHere += seconds;
    done++;
  }

  /** Number of the present study, from 1. */
  int number() {
    return done + 1;
  }

  /** How many studies there are. */
  int of() {
    return cards.size();
  }

  /**
   * Seconds up to the end of the last study.
   *
   * @param elapsed seconds that the present study has taken until now
   * @param share how much of its rounds is done, 0 to 1
   */
  double seconds(double elapsed, double share) {
    double pace = doneUsually == 0 ? 1 : doneHere / doneUsually;
    double present =
        share > 0
            ? elapsed / share * (1 - share)
            : Math.max(0, pace * usual(cards.get(done)) - elapsed);
    double later = cards.stream().skip(done + 1L).mapToDouble(this::usual).sum();
    return present + pace * later;
  }
}
