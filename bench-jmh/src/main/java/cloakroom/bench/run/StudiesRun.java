package cloakroom.bench.run;

import cloakroom.bench.study.Experiment;
import cloakroom.bench.study.StudyCard;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.openjdk.jmh.results.RunResult;

/**
 * Runs the chosen studies, one after another. One that fails does not keep the others from running;
 * one that was asked to stop is the last.
 */
final class StudiesRun {
  private final List<StudyCard> cards;
  private final Function<StudyCard, Experiment> experiments;
  private final Environment environment;
  private final StudyRun.Plan plan;
  private final Path out;
  private final Interrupts interrupts;
  private final PrintStream console;
  private final Progress progress;
  private final List<StudyResult> results = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Collection<RunResult> jmh = new ArrayList<>();

  /**
   * A run of studies.
   *
   * @param experiments the experiment of a card
   * @param plan how much of each is run; the log of each gets a name of its own in the plan's
   *     folder
   * @param console gets the progress and a line for each failure
   */
  StudiesRun(
      List<StudyCard> cards,
      Function<StudyCard, Experiment> experiments,
      Environment environment,
      StudyRun.Plan plan,
      Interrupts interrupts,
      PrintStream console) {
    this.cards = cards;
    this.experiments = experiments;
    this.environment = environment;
    this.plan = plan;
    this.out = plan.log();
    this.interrupts = interrupts;
    this.console = console;
    this.progress = new Progress(console, new TimeLeft(cards, plan));
  }

  static StudiesRun of(StudiesOptions options, Environment environment, Interrupts interrupts) {
    StudyRun.Plan plan =
        new StudyRun.Plan(options.rounds(), options.full(), options.operations(), options.out());
    return new StudiesRun(
        options.cards(),
        card -> experiment(card, options),
        environment,
        plan,
        interrupts,
        System.err);
  }

  private static Experiment experiment(StudyCard card, StudiesOptions options) {
    return card.benchmark() == S5StressRun.class
        ? new S5StressRun(options.stressRuns())
        : JmhExperiment.of(card);
  }

  /** Runs them all, or until an interrupt. */
  StudiesResult run() {
    for (StudyCard card : cards) {
      if (!interrupts.raised()) {
        run(card);
      }
    }
    if (interrupts.raised()) {
      say("the run was cut short after " + results.size() + " of " + cards.size() + " studies");
    }
    return new StudiesResult(environment, plan.rounds(), plan.full(), results, problems);
  }

  private void run(StudyCard card) {
    Path log = out.resolve("jmh-" + card.id() + ".log");
    Experiment experiment = experiments.apply(card);
    try {
      results.add(experiment.run(planned(log), progress));
    } catch (Exception e) {
      results.add(before(card, e).without(fault(card, e, log)));
    }
    jmh.addAll(experiment.jmhResults());
    progress.end();
  }

  private StudyRun.Plan planned(Path log) {
    return new StudyRun.Plan(plan.rounds(), plan.full(), plan.operations(), log);
  }

  private static StudyResult before(StudyCard card, Exception e) {
    return e instanceof StudyFailure failure
        ? failure.before()
        : new StudyResult(card, List.of(), List.of(), List.of(), 0);
  }

  private String fault(StudyCard card, Exception e, Path log) {
    if (interrupts.explainsFailure()) {
      return "cut short: only its complete rounds are here";
    }
    String reason = e instanceof StudyFailure ? e.getMessage() : StudyFailure.reason(e);
    say(card.id() + " failed " + reason + "; JMH's log: " + log);
    return "failed " + reason;
  }

  private void say(String problem) {
    problems.add(problem);
    console.println("benchmarks.jar: " + problem);
  }

  /** Everything in JMH's own terms. */
  Collection<RunResult> jmhResults() {
    return jmh;
  }
}
