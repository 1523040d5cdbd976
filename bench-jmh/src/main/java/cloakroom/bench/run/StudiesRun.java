package cloakroom.bench.run;

import cloakroom.bench.study.Experiment;
import cloakroom.bench.study.StudyCard;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.openjdk.jmh.results.RunResult;

/**
 * Runs the chosen studies. They take turns, a round of each after the other, so that the rounds of
 * a study are spread over the whole run and its interval holds what the machine does from minute to
 * minute. One that fails does not keep the others from running.
 */
final class StudiesRun {
  private final List<StudyCard> cards;
  private final Function<StudyCard, Experiment> experiments;
  private final Environment environment;
  private final StudyRun.Plan plan;
  private final Path out;
  private final Interrupts interrupts;
  private final PrintStream console;
  private final TimeLeft time;
  private final Progress progress;
  private final Map<StudyCard, StudyResult> results = new HashMap<>();
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
    this.time = new TimeLeft(cards, plan);
    this.progress = new Progress(console, time);
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
    List<StudyTurns> all = cards.stream().map(this::turns).toList();
    List<StudyTurns> open = all;
    while (!open.isEmpty()) {
      open.forEach(this::advance);
      open = open.stream().filter(study -> !study.isOver()).toList();
    }
    if (interrupts.raised()) {
      long whole = all.stream().filter(study -> study.failure().isEmpty()).count();
      say("the run was cut short after " + whole + " of " + cards.size() + " studies");
    }
    List<StudyResult> inOrder = cards.stream().map(results::get).toList();
    return new StudiesResult(environment, plan.rounds(), plan.full(), inOrder, problems);
  }

  private void advance(StudyTurns study) {
    if (interrupts.raised()) {
      study.cut();
    } else {
      study.next();
    }
    if (study.isOver()) {
      keep(study);
    }
  }

  private StudyTurns turns(StudyCard card) {
    Path log = out.resolve("jmh-" + card.id() + ".log");
    return new StudyTurns(
        experiments.apply(card),
        new StudyRun.Plan(plan.rounds(), plan.full(), plan.operations(), log),
        time,
        progress);
  }

  private void keep(StudyTurns study) {
    StudyResult result = study.result();
    results.put(
        study.card(),
        study
            .failure()
            .map(why -> result.without(fault(study.card(), why, study.plan().log())))
            .orElse(result));
    jmh.addAll(study.experiment().jmhResults());
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
