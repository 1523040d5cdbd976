package cloakroom.bench.lab;

import cloakroom.bench.lab.StudyResult.Point;
import java.util.List;
import java.util.function.Function;

/** A study: its card, and how the question of such a card is answered. */
public record Study(StudyCard card, Function<StudyCard, Experiment> way) {

  /** A study that is a JMH benchmark, which runs everywhere. */
  public static Study of(StudyCard card, Class<?> benchmark) {
    return of(card, benchmark, points -> List.of());
  }

  /** The same with what its figures show beyond its ratios, in sentences. */
  public static Study of(
      StudyCard card, Class<?> benchmark, Function<List<Point>, List<String>> reading) {
    return new Study(
        card,
        asked ->
            new JmhExperiment(asked, benchmark, JmhExperiment.Needs::nothing) {
              @Override
              public StudyResult result() {
                return super.result().saying(reading.apply(points()));
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
