package cloakroom.bench.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.run.StudyRun.Listener;
import cloakroom.bench.run.StudyRun.Plan;
import cloakroom.bench.study.Experiment;
import cloakroom.bench.study.StudyCard;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Whole runs of experiments that measure nothing. */
final class StudiesRunTest {
  private static final Path OUT = Path.of("nowhere");

  private final ByteArrayOutputStream console = new ByteArrayOutputStream();

  private StudiesResult run(String... ids) {
    return run(Fake::new, ids);
  }

  private StudiesResult run(Function<StudyCard, Experiment> experiments, String... ids) {
    List<StudyCard> cards = List.of(ids).stream().map(id -> SleepCards.card(id, "1")).toList();
    try (Interrupts interrupts = Interrupts.listen()) {
      return new StudiesRun(
              cards,
              experiments,
              Results.ENVIRONMENT,
              new Plan(2, false, true, OUT),
              interrupts,
              new PrintStream(console, true, UTF_8))
          .run();
    }
  }

  /** Fails when its study's name says so. */
  private record Fake(StudyCard card) implements Experiment {
    @Override
    public StudyResult run(Plan plan, Listener listener) throws Exception {
      listener.round(card, 1, plan.rounds());
      if (card.id().equals("broken")) {
        throw new IllegalStateException("no rows\nwere read");
      }
      return new StudyResult(card, List.of(), List.of(), List.of(), 1);
    }
  }

  @Test
  void aStudyThatFails_doesNotStopTheOthers() {
    StudiesResult result = run("S1a", "broken", "S4");

    assertThat(result.complete()).isFalse();
    assertThat(result.problems())
        .containsExactly(
            "broken failed IllegalStateException: no rows were read; JMH's log: "
                + OUT.resolve("jmh-broken.log"));
    assertThat(result.studies())
        .extracting(study -> study.card().id())
        .containsExactly("S1a", "broken", "S4");
    assertThat(result.studies().get(1).absent())
        .containsExactly("failed IllegalStateException: no rows were read");
    assertThat(console.toString(UTF_8)).contains("benchmarks.jar: broken failed");
  }

  @Test
  void progress_saysStudyRoundAndTimeLeft() {
    StudiesResult result = run("S1a", "S4");

    assertThat(result.complete()).isTrue();
    // two of five rounds: 20 s and 64 s
    assertThat(console.toString(UTF_8).lines().findFirst())
        .contains("[1/2] S1a Sleep: round 1 of 2; about 90 s left");
    assertThat(console.toString(UTF_8)).contains("[2/2] S4 Sleep: round 1 of 2");
  }

  /** Two rounds, then the end. */
  private record TwoRounds(StudyCard card, List<String> seen) implements Experiment {
    @Override
    public StudyResult run(Plan plan, Listener listener) {
      for (int round = 1; round <= 2; round++) {
        listener.round(card, round, 2);
        seen.add(card.id() + round);
      }
      return new StudyResult(card, List.of(), List.of(), List.of(), 0);
    }
  }

  @Test
  void rounds_takeTurns() {
    List<String> seen = new ArrayList<>();

    StudiesResult result = run(card -> new TwoRounds(card, seen), "S1a", "S1b");

    assertThat(seen).containsExactly("S1a1", "S1b1", "S1a2", "S1b2");
    assertThat(result.studies())
        .extracting(study -> study.card().id())
        .containsExactly("S1a", "S1b");
  }
}
