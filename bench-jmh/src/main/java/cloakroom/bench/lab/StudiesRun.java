package cloakroom.bench.lab;

import cloakroom.bench.lab.Experiment.Plan;
import cloakroom.bench.lab.Experiment.Steps;
import cloakroom.bench.lab.Experiment.Work;
import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.machine.OtherWork;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.openjdk.jmh.results.RunResult;

/**
 * Runs the chosen studies. They take turns, a round of each after the other, so that the rounds of
 * a study are spread over the whole run and its interval holds what the machine does from minute to
 * minute. One that fails does not keep the others from running.
 */
public final class StudiesRun {
  /** Rounds before which no interval tells anything; each study has as many. */
  private static final int ENOUGH = 3;

  /** How many times the rounds that were asked for a study gets at most. */
  private static final int MOST = 2;

  private final List<Experiment> studies;
  private final Environment environment;
  private final Supplier<OtherWork> others;
  private final Plan plan;
  private final EndRequest endRequest;
  private final PrintStream console;
  private final LongSupplier clock;
  private final List<String> problems = new ArrayList<>();
  private List<Running> all = List.of();
  private final Collection<RunResult> jmh = new ArrayList<>();

  /** The time of rounds that studies did not need. */
  private double spareSeconds;

  private long began;

  /**
   * A run of studies.
   *
   * @param plan how much of each is run
   * @param others looks at what else the machine does, anew for each study
   * @param console gets the progress and a line for each failure
   */
  public StudiesRun(
      List<Experiment> studies,
      Environment environment,
      Plan plan,
      Supplier<OtherWork> others,
      EndRequest end,
      PrintStream console) {
    this(studies, environment, plan, others, end, console, System::nanoTime);
  }

  /** Creates the run with a clock that returns nanoseconds. */
  StudiesRun(
      List<Experiment> studies,
      Environment environment,
      Plan plan,
      Supplier<OtherWork> others,
      EndRequest end,
      PrintStream console,
      LongSupplier clock) {
    this.studies = studies;
    this.environment = environment;
    this.others = others;
    this.plan = plan;
    this.endRequest = end;
    this.console = console;
    this.clock = clock;
  }

  /** Runs them all, or until an interrupt. */
  public StudiesResult run() {
    all = studies.stream().map(Running::new).toList();
    began = clock.getAsLong();
    List<Running> open = all;
    while (!open.isEmpty()) {
      open.forEach(Running::advance);
      open =
          open.stream()
              .filter(study -> study.result == null)
              .sorted(Comparator.comparingDouble(Running::reach).reversed())
              .toList();
    }
    if (endRequest.raised()) {
      long whole = all.stream().filter(study -> study.whole).count();
      problem("the run was cut short after " + whole + " of " + studies.size() + " studies");
    }
    List<StudyResult> results = all.stream().map(study -> study.result).toList();
    return new StudiesResult(environment, plan.rounds(), plan.full(), results, problems);
  }

  private void problem(String problem) {
    problems.add(problem);
    console.println("benchmarks: " + problem);
  }

  /** Everything in JMH's own terms. */
  public Collection<RunResult> jmhResults() {
    return jmh;
  }

  /** Seconds until all studies have so many rounds and what comes after them. */
  private double seconds(int rounds) {
    return all.stream().mapToDouble(study -> study.left(rounds)).sum();
  }

  private double secondsLeft() {
    return plan.seconds() - (clock.getAsLong() - began) / 1e9;
  }

  private final class Running {
    private final Experiment experiment;
    private final OtherWork meanwhile = others.get();
    private Steps steps;
    private Iterator<Map.Entry<String, Work>> once;
    private int rounds;
    private boolean roundsOver;
    private int stepsDone;
    private double seconds;
    private boolean whole;
    private StudyResult result;

    Running(Experiment experiment) {
      this.experiment = experiment;
    }

    /** Runs its next step, the first time also what comes before it, or ends it. */
    void advance() {
      if (endRequest.raised()) {
        end(experiment.result().without(cutShort()));
        return;
      }
      long from = clock.getAsLong();
      Runnable over = meanwhile.begin();
      try {
        next();
      } catch (Exception e) {
        end(experiment.result().without(fault(e)));
      } finally {
        over.run();
        seconds += (clock.getAsLong() - from) / 1e9;
        stepsDone++;
      }
    }

    private void next() throws Exception {
      if (steps == null) {
        steps = experiment.begin(plan);
        once = steps.once().entrySet().iterator();
      }
      if (isAnotherRound()) {
        rounds++;
        tell("round " + rounds + " of " + Math.max(rounds, plan.rounds()));
        steps.protocol().run(rounds % 2 == 0);
      } else if (once.hasNext()) {
        Map.Entry<String, Work> step = once.next();
        tell(step.getKey());
        step.getValue().run();
      } else {
        whole = true;
        end(experiment.result());
      }
    }

    /** Which study runs, which step of it, and how long all of them will still take. */
    private void tell(String step) {
      double left = Math.min(seconds(plan.rounds()), Math.max(seconds(ENOUGH), secondsLeft()));
      console.println(
          "[%d/%d] %s %s: %s%s"
              .formatted(
                  all.indexOf(this) + 1,
                  all.size(),
                  experiment.card.id(),
                  experiment.card.title(),
                  step,
                  TimeLeft.words(left)));
    }

    /**
     * Seconds that so many rounds and what comes after them will still take, if its steps go on as
     * before; NaN before the first.
     */
    private double left(int atLeast) {
      int asked = steps == null || steps.protocol() == null ? 0 : atLeast;
      int more = steps == null ? 1 : asked + steps.once().size() - stepsDone;
      return result == null ? seconds / stepsDone * Math.max(0, more) : 0;
    }

    /**
     * Whether its protocol runs once more. A study whose intervals are narrow gives its last rounds
     * away; one whose intervals are wide takes as many more as there is time for then.
     */
    private boolean isAnotherRound() {
      if (roundsOver || steps.protocol() == null) {
        return false;
      }
      boolean enough = rounds >= ENOUGH;
      double each = seconds / Math.max(1, rounds);
      if (enough && isLate(each)) {
        roundsOver = true;
        return false;
      }
      boolean settled = enough && experiment.result().isSettled();
      if (settled && rounds < plan.rounds()) {
        spareSeconds += each * (plan.rounds() - rounds);
      }
      boolean more = enough && rounds < MOST * plan.rounds() && spareSeconds >= each;
      if (!settled && rounds >= plan.rounds() && more) {
        spareSeconds -= each;
        return true;
      }
      roundsOver = settled || rounds >= plan.rounds();
      return !roundsOver;
    }

    /** Whether no time is left for a round more than every study has to have. */
    private boolean isLate(double each) {
      return seconds(ENOUGH) + each > secondsLeft();
    }

    /** How wide its intervals are, as far as it has rounds enough to tell. */
    private double reach() {
      return rounds < ENOUGH ? 0 : experiment.result().reach();
    }

    private void end(StudyResult found) {
      result = found.saying(meanwhile.words()).lasting(seconds);
      jmh.addAll(experiment.jmhResults());
      experiment.close();
    }

    private Gap fault(Exception e) {
      if (endRequest.explainsFailure()) {
        return cutShort();
      }
      String reason = e instanceof JmhRuns.Failure ? e.getMessage() : JmhLog.cause(e);
      StudyCard card = experiment.card;
      problem(card.id() + " failed: " + reason + "; JMH's log: " + plan.log(card));
      return new Gap("failed", "", reason);
    }

    private Gap cutShort() {
      return new Gap("cut short", "", "only its complete rounds are here");
    }
  }

  /**
   * What came out of all studies of one run; every report is made of this alone.
   *
   * @param rounds rounds that were asked for
   * @param full whether it was the long form
   * @param studies one result for each study that began, in their order
   * @param problems a line for each study that failed, and one if the run was cut short
   */
  public record StudiesResult(
      Environment environment,
      int rounds,
      boolean full,
      List<StudyResult> studies,
      List<String> problems) {

    /** Whether every study ran to its end. */
    public boolean complete() {
      return problems.isEmpty();
    }
  }
}
