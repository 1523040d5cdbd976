package cloakroom.bench.run;

import cloakroom.bench.study.Experiment;
import cloakroom.bench.study.StudyCard;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;

/** A study that is a JMH benchmark. */
final class JmhExperiment implements Experiment {
  private final StudyCard card;
  private Collection<RunResult> results = List.of();

  private JmhExperiment(StudyCard card) {
    this.card = card;
  }

  /** The card's experiment: its own, or that of its benchmark. */
  static Experiment of(StudyCard card) {
    return Experiment.class.isAssignableFrom(card.benchmark())
        ? made(card.benchmark())
        : new JmhExperiment(card);
  }

  private static Experiment made(Class<?> type) {
    try {
      return (Experiment) type.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " has no constructor without arguments", e);
    }
  }

  @Override
  public StudyCard card() {
    return card;
  }

  @Override
  public StudyResult run(StudyRun.Plan plan, StudyRun.Listener listener) {
    StudyRun run = new StudyRun(card, plan, listener);
    try {
      return run.run();
    } finally {
      results = run.jmhResults();
    }
  }

  @Override
  public Collection<RunResult> jmhResults() {
    return results;
  }
}
