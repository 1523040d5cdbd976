package cloakroom.bench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.lab.Experiment.Plan;
import cloakroom.bench.lab.StudiesRun.StudiesResult;
import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyResult.Point;
import cloakroom.bench.machine.OtherWork;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whole runs of experiments that measure nothing, each of whose rounds takes a second. */
final class StudiesRunTest {
  private static final Path OUT = Path.of("nowhere");

  private final ByteArrayOutputStream console = new ByteArrayOutputStream();
  private final List<String> seen = new ArrayList<>();
  private double seconds = Double.POSITIVE_INFINITY;
  private long now;

  private StudiesResult run(String... ids) {
    return run(2, ids);
  }

  private StudiesResult run(int rounds, String... ids) {
    List<Experiment> studies =
        Stream.of(ids).<Experiment>map(id -> new Fake(SleepCards.card(id, "1"))).toList();
    try (EndRequest end = EndRequest.listen()) {
      return new StudiesRun(
              studies,
              Results.ENVIRONMENT,
              new Plan(rounds, seconds, false, true, OUT),
              OtherWork::than,
              end,
              new PrintStream(console, true, UTF_8),
              () -> now)
          .run();
    }
  }

  /** Two rounds that note themselves, of which the first fails when the study's name says so. */
  private final class Fake extends Experiment {
    Fake(StudyCard card) {
      super(card);
    }

    @Override
    public Steps begin(Plan plan) {
      return new Steps(this::round, Map.of());
    }

    private void round(boolean backwards) {
      if (card.id().equals("broken")) {
        throw new IllegalStateException("no rows\nwere read");
      }
      seen.add(card.id());
      now += 1_000_000_000;
    }

    /** The times of "narrow" hardly vary, those of "wide" do. */
    @Override
    public StudyResult result() {
      long rounds = seen.stream().filter(card.id()::equals).count();
      double spread = card.id().endsWith("wide") ? 5 : 0.1;
      List<Double> slow = DoubleStream.iterate(20, t -> t + spread).limit(rounds).boxed().toList();
      return StudyResult.of(
          card,
          List.of(point("20", slow), point("1", Collections.nCopies(slow.size(), 1.0))),
          gaps);
    }

    private Point point(String millis, List<Double> times) {
      return new Point(Map.of("millis", millis), 1, times, Map.of(), Optional.empty());
    }

    @Override
    public void close() {
      seen.add(card.id() + " closed");
    }
  }

  @Test
  void aStudyThatFails_doesNotStopTheOthers() {
    StudiesResult result = run("S1a", "broken", "S4");

    assertThat(result.complete()).isFalse();
    assertThat(result.problems())
        .containsExactly(
            "broken failed: IllegalStateException: no rows; were read; JMH's log: "
                + OUT.resolve("jmh-broken.log"));
    assertThat(result.studies())
        .extracting(study -> study.card().id())
        .containsExactly("S1a", "broken", "S4");
    assertThat(result.studies().get(1).gaps())
        .containsExactly(new Gap("failed", "", "IllegalStateException: no rows; were read"));
    assertThat(console.toString(UTF_8)).contains("benchmarks: broken failed");
    assertThat(seen).contains("broken closed");
  }

  @Test
  void progress_saysStudyRoundAndTimeLeft() {
    StudiesResult result = run("S1a", "S4");

    assertThat(result.complete()).isTrue();
    assertThat(console.toString(UTF_8).lines())
        .startsWith("[1/2] S1a Sleep: round 1 of 2", "[2/2] S4 Sleep: round 1 of 2")
        .contains("[1/2] S1a Sleep: round 2 of 2; about 10 s left");
  }

  @Test
  void rounds_takeTurns_andEachStudyIsClosedWithItsLast() {
    run("S1a", "S1b");

    assertThat(seen).containsExactly("S1a", "S1b", "S1a", "S1b", "S1a closed", "S1b closed");
  }

  @Test
  void studyOfWideIntervals_getsTheTimeOfRoundsThatAnotherDoesNotNeed() {
    run(8, "narrow", "wide");

    assertThat(seen).filteredOn("narrow"::equals).hasSize(3);
    assertThat(seen).filteredOn("wide"::equals).as("eight, and five of the other").hasSize(13);
  }

  @Test
  void runThatHasNoTimeLeft_givesEachStudyThreeRounds() {
    seconds = 0;

    run(8, "wide", "other wide");

    assertThat(seen).filteredOn("wide"::equals).hasSize(3);
    assertThat(seen).filteredOn("other wide"::equals).hasSize(3);
  }

  @Test
  void studyThatIsAlone_getsTheRoundsThatWereAskedFor() {
    run(4, "wide");

    assertThat(seen).filteredOn("wide"::equals).hasSize(4);
    assertThat(console.toString(UTF_8)).contains("wide Sleep: round 4 of 4");
  }
}
