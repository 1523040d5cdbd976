package cloakroom.bench.lab;

import cloakroom.bench.lab.StudyResult.Gap;
import java.util.function.Function;

/** A study: its card, and how the question of such a card is answered. */
public record Study(StudyCard card, Function<StudyCard, Experiment> way) {

  /** A study that is a JMH benchmark, which runs everywhere. */
  public static Study of(StudyCard card, Class<?> benchmark) {
    return new Study(
        card, asked -> new JmhExperiment(asked, benchmark, JmhExperiment.Needs::nothing));
  }

  /** A study of which there is nothing to measure, and why. */
  public static Study unmeasured(StudyCard card, String why) {
    return new Study(
        card,
        asked ->
            new Experiment(asked) {
              @Override
              public Steps begin(Plan plan) {
                gaps.add(Gap.absent("", why));
                return Steps.NONE;
              }
            });
  }

  /** The same for another card. */
  public Study on(StudyCard other) {
    return new Study(other, way);
  }

  public Experiment experiment() {
    return way.apply(card);
  }
}
