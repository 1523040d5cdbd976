package cloakroom.bench.run;

import cloakroom.bench.study.Experiment;
import cloakroom.bench.study.StudyCard;
import java.util.List;
import java.util.Optional;

/** One study that takes its turns with others: a turn is a round, or as much. */
final class StudyTurns implements StudyRun.Listener {
  private final Experiment experiment;
  private final StudyRun.Plan plan;
  private final TimeLeft time;
  private final Progress progress;
  private final Turn turn;
  private StudyResult result;
  private Exception failure;
  private double seconds;
  private boolean begun;

  StudyTurns(Experiment experiment, StudyRun.Plan plan, TimeLeft time, Progress progress) {
    this.experiment = experiment;
    this.plan = plan;
    this.time = time;
    this.progress = progress;
    this.turn = new Turn(experiment.card().id(), this::work);
  }

  private void work() {
    try {
      result = experiment.run(plan, this);
    } catch (Exception e) {
      failure = e;
    }
  }

  @Override
  public void round(StudyCard card, int round, int of) {
    begin(round == 0 ? "steady state" : "round " + round + " of " + of);
  }

  @Override
  public void counting(StudyCard card) {
    begin("counts");
  }

  private void begin(String what) {
    turn.pause();
    progress.say(experiment.card(), what);
  }

  /** Runs its next round; the first time also what comes before it. */
  void next() {
    long from = System.nanoTime();
    if (!begun) {
      begun = true;
      turn.next();
    }
    if (!turn.isOver()) {
      turn.next();
    }
    double took = (System.nanoTime() - from) / 1e9;
    seconds += took;
    time.step(card(), took);
    if (turn.isOver()) {
      time.end(card());
    }
  }

  /** Ends it where it pauses; what it has measured until then is kept. */
  void cut() {
    turn.cut();
  }

  boolean isOver() {
    return turn.isOver();
  }

  StudyCard card() {
    return experiment.card();
  }

  Experiment experiment() {
    return experiment;
  }

  /** Where JMH's log of it lies. */
  StudyRun.Plan plan() {
    return plan;
  }

  /** What came to pass, if it did not run to its end. */
  Optional<Exception> failure() {
    return Optional.ofNullable(failure);
  }

  /** What it measured; of a study that failed, until then. */
  StudyResult result() {
    if (result != null) {
      return result.lasting(seconds);
    }
    return failure instanceof StudyFailure known
        ? known.before().lasting(seconds)
        : new StudyResult(card(), List.of(), List.of(), List.of(), seconds);
  }
}
