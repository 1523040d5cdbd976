package cloakroom.bench.harness;

import cloakroom.bench.harness.Experiment.RoundPlan;
import cloakroom.bench.harness.StudyResult.Omission;
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
 * Run of the chosen studies. Every study runs its first round before any study runs its second, so
 * that slow changes of the machine affect all studies. If a study fails, the others continue.
 */
public final class StudiesRun {
  private static final Omission CUT_SHORT =
      new Omission("cut short", "", "only its complete rounds are here");

  private final List<Running> all;
  private final Environment environment;
  private final RoundPlan plan;
  private final EndRequest endRequest;
  private final PrintStream console;
  private final List<String> problems = new ArrayList<>();
  private long began;
  private int stepsDone;

  public StudiesRun(
      List<Experiment> studies,
      Environment environment,
      RoundPlan plan,
      Supplier<BackgroundLoad> monitors,
      EndRequest end,
      PrintStream console) {
    this.all = studies.stream().map(study -> new Running(study, monitors.get())).toList();
    this.environment = environment;
    this.plan = plan;
    this.endRequest = end;
    this.console = console;
  }

  public StudiesResult run() {
    began = System.nanoTime();
    all.forEach(Running::begin);
    for (int round = 1; round <= plan.rounds(); round++) {
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
            .map(study -> study.experiment.result(study.background.warning(), study.seconds))
            .toList();
    return new StudiesResult(environment, plan.rounds(), plan.full(), results, problems);
  }

  private double elapsed() {
    return (System.nanoTime() - began) / 1e9;
  }

  private void problem(String problem) {
    problems.add(problem);
    console.println("benchmarks: " + problem);
  }

  public Collection<RunResult> jmhResults() {
    return all.stream().flatMap(study -> study.experiment.jmhResults().stream()).toList();
  }

  private String timeLeft() {
    double left = elapsed() / stepsDone * (all.size() * (plan.rounds() + 1) - stepsDone);
    if (stepsDone == 0) {
      return "";
    }
    return left < 120
        ? String.format(Locale.ROOT, "; about %.0f s left", Math.max(1, Math.ceil(left / 10)) * 10)
        : String.format(Locale.ROOT, "; about %.0f min left", Math.ceil(left / 60));
  }

  private interface RoundStep {
    void run() throws Exception;
  }

  private final class Running {
    private final Experiment experiment;
    private final BackgroundLoad background;
    private int rounds;
    private double seconds;
    private boolean whole;
    private boolean ended;

    Running(Experiment experiment, BackgroundLoad background) {
      this.experiment = experiment;
      this.background = background;
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

    /**
     * Runs one part of the study unless the study has ended. A failure or Ctrl-C ends the study.
     */
    private void run(RoundStep step) {
      if (!ended && endRequest.raised()) {
        fail(CUT_SHORT);
      }
      if (ended) {
        return;
      }
      long from = System.nanoTime();
      Runnable over = background.begin();
      try {
        step.run();
      } catch (Exception e) {
        fail(endRequest.explainsFailure() ? CUT_SHORT : failure(e));
      } finally {
        over.run();
        seconds += (System.nanoTime() - from) / 1e9;
      }
    }

    private void print(String step) {
      if (!ended && !endRequest.raised()) {
        String name = experiment.definition.id() + " " + experiment.definition.title();
        console.println(
            "[%d/%d] %s: %s%s"
                .formatted(all.indexOf(this) + 1, all.size(), name, step, timeLeft()));
      }
    }

    private void fail(Omission omission) {
      experiment.omissions.add(omission);
      end();
    }

    private void end() {
      if (!ended) {
        ended = true;
        experiment.close();
      }
    }

    private Omission failure(Exception e) {
      String reason = e instanceof JmhRuns.Failure ? e.getMessage() : OneLine.of(e);
      StudyDefinition study = experiment.definition;
      problem(study.id() + " failed: " + reason + "; JMH's log: " + plan.log(study));
      return new Omission("failed", "", reason);
    }
  }

  /**
   * Results of all studies of a run. Every report is generated from this record alone.
   *
   * @param rounds requested number of rounds
   * @param problems one line for each failed study, and one line if the run was interrupted
   */
  public record StudiesResult(
      Environment environment,
      int rounds,
      boolean full,
      List<StudyResult> studies,
      List<String> problems) {
    public boolean complete() {
      return problems.isEmpty();
    }
  }
}
