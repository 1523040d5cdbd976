package cloakroom.bench.harness;

import cloakroom.bench.harness.Experiment.RoundPlan;
import cloakroom.bench.harness.StudyResult.Gap;
import cloakroom.bench.machine.BackgroundLoad;
import cloakroom.platform.OneLine;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.openjdk.jmh.results.RunResult;

/**
 * Run of the chosen studies. The studies take turns: one round of each, then the next round of
 * each. So the rounds of a study are spread over the whole run, and its interval contains what the
 * machine does from minute to minute. A study that fails does not stop the others.
 */
public final class StudiesRun {
  /** Rounds that no deadline takes away: with fewer there is no useful interval. */
  private static final int MIN_ROUNDS = 3;

  private static final int MINUTE = 60;
  private static final Gap CUT_SHORT =
      new Gap("cut short", "", "only its complete rounds are here");

  private final List<Running> all;
  private final Environment environment;
  private final RoundPlan plan;
  private final EndRequest endRequest;
  private final PrintStream console;
  private final List<String> problems = new ArrayList<>();
  private final Collection<RunResult> jmh = new ArrayList<>();
  private long began;
  private int stepsDone;

  /**
   * Creates a run.
   *
   * @param plan extent of each study
   * @param others opens a monitor of the background load, one for each study
   * @param console receives the progress and a line for each failure
   */
  public StudiesRun(
      List<Experiment> studies,
      Environment environment,
      RoundPlan plan,
      Supplier<BackgroundLoad> others,
      EndRequest end,
      PrintStream console) {
    this.all = studies.stream().map(study -> new Running(study, others.get())).toList();
    this.environment = environment;
    this.plan = plan;
    this.endRequest = end;
    this.console = console;
  }

  /** Runs all studies, or until an interrupt. */
  public StudiesResult run() {
    began = System.nanoTime();
    all.forEach(Running::begin);
    for (int round = 1; round <= plan.rounds() && isTimeFor(round); round++) {
      for (Running study : all) {
        study.round(round);
      }
    }
    all.forEach(Running::finish);
    if (endRequest.raised()) {
      long whole = all.stream().filter(study -> study.whole).count();
      problem("the run was cut short after " + whole + " of " + all.size() + " studies");
    }
    List<StudyResult> results =
        all.stream()
            .map(study -> study.experiment.result(study.meanwhile.words(), study.seconds))
            .toList();
    return new StudiesResult(environment, plan.rounds(), plan.full(), results, problems);
  }

  /** Returns whether this round would end before the deadline if it takes as long as the others. */
  private boolean isTimeFor(int round) {
    return round <= MIN_ROUNDS || elapsed() / (round - 1) * round <= plan.seconds();
  }

  private double elapsed() {
    return (System.nanoTime() - began) / 1e9;
  }

  private void problem(String problem) {
    problems.add(problem);
    console.println("benchmarks: " + problem);
  }

  /** Returns the results in JMH's own terms. */
  public Collection<RunResult> jmhResults() {
    return jmh;
  }

  /** Formats about how long the run will still take; empty before the first step has ended. */
  private String timeLeft() {
    double left = elapsed() / stepsDone * (all.size() * (plan.rounds() + 1) - stepsDone);
    if (stepsDone == 0) {
      return "";
    }
    return left < 2 * MINUTE
        ? String.format(Locale.ROOT, "; about %.0f s left", Math.max(1, Math.ceil(left / 10)) * 10)
        : String.format(Locale.ROOT, "; about %.0f min left", Math.ceil(left / MINUTE));
  }

  @FunctionalInterface
  private interface RoundStep {
    void run() throws Exception;
  }

  private final class Running {
    private final Experiment experiment;
    private final BackgroundLoad meanwhile;
    private int rounds;
    private double seconds;
    private boolean whole;
    private boolean ended;

    Running(Experiment experiment, BackgroundLoad meanwhile) {
      this.experiment = experiment;
      this.meanwhile = meanwhile;
    }

    void begin() {
      run(() -> rounds = experiment.begin(plan));
    }

    void round(int round) {
      if (round <= rounds) {
        print("round " + round + " of " + rounds);
        run(() -> experiment.round(round % 2 == 0));
      }
      stepsDone++;
    }

    void finish() {
      print("after the rounds");
      run(experiment::finish);
      whole = !ended;
      end();
      stepsDone++;
    }

    /** Runs a step unless the study has ended; a failure or an interrupt ends it. */
    private void run(RoundStep step) {
      if (!ended && endRequest.raised()) {
        fail(CUT_SHORT);
      }
      if (ended) {
        return;
      }
      long from = System.nanoTime();
      Runnable over = meanwhile.begin();
      try {
        step.run();
      } catch (Exception e) {
        fail(endRequest.explainsFailure() ? CUT_SHORT : fault(e));
      } finally {
        over.run();
        seconds += (System.nanoTime() - from) / 1e9;
      }
    }

    /** Prints the study, its step and the time left, unless the study has ended. */
    private void print(String step) {
      if (!ended && !endRequest.raised()) {
        StudyDefinition card = experiment.card;
        console.println(
            "[%d/%d] %s %s: %s%s"
                .formatted(
                    all.indexOf(this) + 1, all.size(), card.id(), card.title(), step, timeLeft()));
      }
    }

    private void fail(Gap gap) {
      experiment.gaps.add(gap);
      end();
    }

    private void end() {
      if (!ended) {
        ended = true;
        jmh.addAll(experiment.jmhResults());
        experiment.close();
      }
    }

    private Gap fault(Exception e) {
      String reason = e instanceof JmhRuns.Failure ? e.getMessage() : OneLine.of(e);
      StudyDefinition card = experiment.card;
      problem(card.id() + " failed: " + reason + "; JMH's log: " + plan.log(card));
      return new Gap("failed", "", reason);
    }
  }

  /**
   * Results of all studies of one run; every report is made from them alone.
   *
   * @param rounds rounds that the caller requested
   * @param full whether it was the long form
   * @param studies one result for each study, in the order of the studies
   * @param problems a line for each study that failed, and one if the run was cut short
   */
  public record StudiesResult(
      Environment environment,
      int rounds,
      boolean full,
      List<StudyResult> studies,
      List<String> problems) {

    /** Returns whether every study ran to its end. */
    public boolean complete() {
      return problems.isEmpty();
    }
  }
}
