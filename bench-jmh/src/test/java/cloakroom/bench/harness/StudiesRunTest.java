package cloakroom.bench.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.harness.Experiment.RoundPlan;
import cloakroom.bench.harness.StudiesRun.StudiesResult;
import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.machine.BackgroundLoad;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StudiesRunTest {
  private static final Path OUT = Path.of("nowhere");

  private final ByteArrayOutputStream console = new ByteArrayOutputStream();
  private final List<String> seen = new ArrayList<>();

  private StudiesResult run(int rounds, String... ids) {
    List<Experiment> studies =
        Stream.of(ids).<Experiment>map(id -> new Fake(SleepStudies.definition(id))).toList();
    try (EndRequest end = new EndRequest()) {
      return new StudiesRun(
              studies,
              Results.ENVIRONMENT,
              new RoundPlan(rounds, false, true, OUT),
              BackgroundLoad::excluding,
              end,
              new PrintStream(console, true, UTF_8))
          .run();
    }
  }

  /** Experiment that records its steps; its rounds fail if its id is "broken". */
  private final class Fake extends Experiment {
    Fake(StudyDefinition definition) {
      super(definition);
    }

    @Override
    public int begin(RoundPlan plan) {
      return definition.id().equals("none") ? 0 : plan.rounds();
    }

    @Override
    public void round(boolean backwards) {
      if (definition.id().equals("broken")) {
        throw new IllegalStateException("no rows\nwere read");
      }
      seen.add(definition.id() + (backwards ? " backwards" : ""));
    }

    @Override
    public void finish() {
      seen.add(definition.id() + " after");
    }

    @Override
    public void close() {
      seen.add(definition.id() + " closed");
    }
  }

  @Test
  void run_failingStudy_doesNotStopTheOthers() {
    StudiesResult result = run(2, "S1a", "broken", "S4");

    assertThat(result.complete()).isFalse();
    assertThat(result.problems())
        .containsExactly(
            "broken failed: IllegalStateException: no rows; were read; JMH's log: "
                + OUT.resolve("jmh-broken.log"));
    assertThat(result.studies())
        .extracting(study -> study.definition().id())
        .containsExactly("S1a", "broken", "S4");
    assertThat(result.studies().get(1).omissions())
        .containsExactly(new Omission("failed", "", "IllegalStateException: no rows; were read"));
    assertThat(console.toString(UTF_8)).contains("benchmarks: broken failed");
    assertThat(seen).contains("broken closed", "S4 after").doesNotContain("broken after");
  }

  @Test
  void run_printsStudyRoundAndTimeLeft() {
    StudiesResult result = run(2, "S1a", "none", "S4");

    assertThat(result.complete()).isTrue();
    assertThat(console.toString(UTF_8).lines())
        .containsExactly(
            "[1/3] S1a Sleep: round 1 of 2",
            "[3/3] S4 Sleep: round 1 of 2; about 10 s left",
            "[1/3] S1a Sleep: round 2 of 2; about 10 s left",
            "[3/3] S4 Sleep: round 2 of 2; about 10 s left",
            "[1/3] S1a Sleep: after the rounds; about 10 s left",
            "[2/3] none Sleep: after the rounds; about 10 s left",
            "[3/3] S4 Sleep: after the rounds; about 10 s left");
  }

  @Test
  void rounds_takeTurns_andEverySecondOneRunsBackwards() {
    run(2, "S1a", "S1b");

    assertThat(seen)
        .containsExactly(
            "S1a",
            "S1b",
            "S1a backwards",
            "S1b backwards",
            "S1a after",
            "S1a closed",
            "S1b after",
            "S1b closed");
  }
}
