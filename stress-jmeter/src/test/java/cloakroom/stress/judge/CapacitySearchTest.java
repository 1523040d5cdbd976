package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.statistics.Interval;
import cloakroom.stress.judge.CapacitySearch.LoadStep;
import cloakroom.stress.judge.CapacitySearch.Next;
import cloakroom.stress.judge.CapacitySearch.Search;
import cloakroom.stress.judge.CapacitySearch.SearchResult;
import cloakroom.stress.judge.CapacitySearch.StepOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The search against a modelled server: users to milliseconds, with noise and bad steps. */
final class CapacitySearchTest {
  private static final double LIMIT = 200;

  private final List<LoadStep> steps = new ArrayList<>();

  /** A server whose response time rises without end towards so many users. */
  private static DoubleUnaryOperator server(double wall) {
    return users -> users >= wall ? 60_000 : 20 / (1 - users / wall);
  }

  /** Takes a step as a run would: twice at one load is one step of two trials. */
  private void take(Next next, double ms, double spread, boolean valid) {
    int tried =
        steps.stream()
            .filter(step -> step.load() == next.load() && step.longer() == next.longer())
            .mapToInt(LoadStep::trials)
            .findFirst()
            .orElse(0);
    steps.removeIf(step -> step.load() == next.load() && step.longer() == next.longer());
    boolean open = tried == 0 && ms / (1 + spread) < LIMIT && ms * (1 + spread) >= LIMIT;
    StepOutcome told =
        open ? StepOutcome.UNDECIDED : ms < LIMIT ? StepOutcome.MET : StepOutcome.MISSED;
    Interval figure = new Interval(ms, ms / (1 + spread), ms * (1 + spread), tried + 1);
    String name = CapacitySearch.name("sticky", next, false);
    steps.add(
        new LoadStep(
            name,
            next.load(),
            next.longer(),
            valid ? told : StepOutcome.INVALID,
            tried + 1,
            valid ? figure : Interval.NONE));
  }

  private CapacitySearch found(Search search, DoubleUnaryOperator ms, double spread) {
    return found(search, ms, spread, next -> true);
  }

  private CapacitySearch found(
      Search search,
      DoubleUnaryOperator ms,
      double spread,
      java.util.function.Predicate<Next> valid) {
    // a list of its own each time, as a search has it that goes on from its folder
    Optional<Next> next = new CapacitySearch("sticky", List.copyOf(steps)).next(search);
    while (next.isPresent()) {
      take(next.get(), ms.applyAsDouble(next.get().load()), spread, valid.test(next.get()));
      next = new CapacitySearch("sticky", List.copyOf(steps)).next(search);
    }
    return new CapacitySearch("sticky", steps);
  }

  private List<String> loads() {
    return steps.stream().map(step -> step.variant().substring("sticky ".length())).toList();
  }

  @Test
  void search_doublesThenHalvesInThenConfirms() {
    CapacitySearch found = found(new Search(20, 1000, 0.1, false), server(200), 0);

    assertThat(loads())
        .containsExactly("x20", "x40", "x80", "x160", "x320", "x226", "x190", "x174", "x174 long");
    assertThat(found.highestPassing()).isEqualTo(174);
    assertThat(found.lowestFailing()).isEqualTo(190);
    assertThat(found.confirmed()).isTrue();
  }

  @Property(tries = 300)
  void wherever_theWallIs_theResultIsWithinThePrecision(
      @ForAll @DoubleRange(min = 3, max = 900) double wall,
      @ForAll @IntRange(min = 1, max = 200) int first) {
    steps.clear();
    CapacitySearch found = found(new Search(first, 1000, 0.1, false), server(wall), 0);
    double truth = 0.9 * wall; // where 20 / (1 - users / wall) is 200

    assertThat(found.highestPassing()).isLessThan(truth);
    assertThat(found.lowestFailing()).isGreaterThanOrEqualTo(Math.floor(truth));
    assertThat(found.lowestFailing())
        .isLessThanOrEqualTo(Math.max(found.highestPassing() * 1.1, found.highestPassing() + 1));
    assertThat(found.confirmed() || found.highestPassing() == 0).isTrue();
    assertThat(steps).hasSizeLessThan(18);
  }

  /** A step whose interval holds the limit is taken twice; noise costs steps and some precision. */
  @Property(tries = 300)
  void noise_isNoReasonToSearchForEver(
      @ForAll @DoubleRange(min = 20, max = 900) double wall, @ForAll long seed) {
    steps.clear();
    Random random = new Random(seed);
    CapacitySearch found =
        found(
            new Search(20, 2000, 0.1, false),
            users -> server(wall).applyAsDouble(users) * Math.exp(0.1 * random.nextGaussian()),
            0.2);

    assertThat(found.highestPassing()).isBetween(0.75 * wall, wall);
    assertThat(steps.stream().mapToInt(LoadStep::trials).sum()).isLessThan(40);
  }

  @Test
  void undecidedStep_isTakenOnceMore() {
    Search search = new Search(20, 1000, 0.1, false);
    take(new Next(20, false), 195, 0.2, true);
    assertThat(new CapacitySearch("sticky", steps).next(search)).contains(new Next(20, false));
    take(new Next(20, false), 195, 0.2, true);
    assertThat(new CapacitySearch("sticky", steps).next(search)).contains(new Next(40, false));
  }

  /** Nobody concludes that a variant carries no more where the generator could do no more. */
  @Test
  void invalidSteps_endTheSearchWithoutAnUpperEnd() {
    CapacitySearch found =
        found(new Search(20, 1000, 0.1, false), server(800), 0, next -> next.load() < 100);

    assertThat(found.highestPassing()).isBetween(90.0, 99.0);
    assertThat(found.end()).get().matches(step -> step.outcome() == StepOutcome.INVALID);
    assertThat(steps)
        .filteredOn(step -> step.outcome() == StepOutcome.INVALID)
        .allMatch(step -> step.trials() == 2);
  }

  @Test
  void searchOfWhichNothingCanBeTold_isOver() {
    CapacitySearch found = found(new Search(20, 1000, 0.1, false), server(800), 0, next -> false);

    assertThat(loads()).containsExactly("x20");
    assertThat(found.highestPassing()).isZero();
  }

  @Test
  void resultThatALongerStepDoesNotConfirm_givesWay() {
    Search search = new Search(20, 1000, 0.1, false);
    for (double met : new double[] {20, 40, 80}) {
      take(new Next(met, false), 50, 0, true);
    }
    take(new Next(86, false), 900, 0, true);
    take(new Next(80, true), 900, 0, true);
    CapacitySearch found = new CapacitySearch("sticky", steps);

    assertThat(found.highestPassing()).isEqualTo(40);
    assertThat(found.lowestFailing()).isEqualTo(80);
    assertThat(found.next(search)).contains(new Next(57, false));
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0, 1", "1000000, 1000, Infinity"})
  void noLoadOrEveryLoad_isAResult(double wall, double met, double missed) {
    CapacitySearch found = found(new Search(20, 1000, 0.1, false), server(wall), 0);

    assertThat(found.highestPassing()).isEqualTo(met);
    assertThat(found.lowestFailing()).isEqualTo(missed);
  }

  @Test
  void result_followsTheSteps() {
    Search search = new Search(20, 80, 0.1, false);
    assertThat(found(search, server(60), 0).result()).isEqualTo(SearchResult.CONFIRMED);
    steps.clear();
    assertThat(found(search, server(1000), 0).result())
        .as("up to the highest load")
        .isEqualTo(SearchResult.CONFIRMED);
    steps.clear();
    assertThat(found(search, server(1000), 0, next -> next.load() < 50).result())
        .as("an invalid step ended it")
        .isEqualTo(SearchResult.AT_LEAST);
    steps.clear();
    assertThat(found(search, server(0.5), 0).result()).isEqualTo(SearchResult.NONE_PASSED);
    steps.clear();
    assertThat(found(search, server(1000), 0, next -> false).result())
        .isEqualTo(SearchResult.NO_VERDICT);
    steps.clear();
    take(new Next(20, false), 195, 0.2, true);
    assertThat(new CapacitySearch("sticky", steps).result())
        .as("undecided, and cut short")
        .isEqualTo(SearchResult.NO_VERDICT);
  }

  @Test
  void arrivals_haveATenth() {
    CapacitySearch found = found(new Search(1, 200, 0.1, true), rate -> rate < 3.14 ? 50 : 900, 0);

    assertThat(found.highestPassing()).isBetween(2.8, 3.1);
    assertThat(CapacitySearch.name("a b", new Next(12.5, true), true))
        .isEqualTo("a b x12.5/s long");
    assertThat(CapacitySearch.name("a b", new Next(160, false), false)).isEqualTo("a b x160");
  }
}
