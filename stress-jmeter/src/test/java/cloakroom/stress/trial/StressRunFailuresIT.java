package cloakroom.stress.trial;

import static cloakroom.stress.trial.FakeRun.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.load.Tick;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that fail or are interrupted; no process may keep running. */
class StressRunFailuresIT {
  @TempDir private Path out;
  private FakeRun run;

  @BeforeEach
  void prepare() {
    run = new FakeRun(out);
  }

  @AfterEach
  void nothingIsLeftRunning() {
    assertThat(FakeRun.left()).isEmpty();
  }

  private void interruptAtTick(BooleanSupplier when) {
    run.progress =
        new RunProgress(RunProgress.NOWHERE, OptionalInt.empty()) {
          @Override
          public synchronized void tick(Tick tick) {
            if (when.getAsBoolean()) {
              run.stop.raise("interrupted");
            }
          }
        };
  }

  @Test
  void interruptInATrial_keepsItsResults() {
    run.engines.add("endless");
    interruptAtTick(() -> true);
    Path folder = run.run(2, "a", "b");

    JsonNode config = json(folder.resolve("config.json"));
    assertThat(config.path("cutShort").asBoolean()).isTrue();
    assertThat(config.path("trials")).hasSize(1);
    JsonNode counters = json(folder.resolve("trials/01-a/counters.json"));
    assertThat(counters.path("engine").path("cutShort").asBoolean()).isTrue();
    assertThat(counters.path("counters").path("requests").asInt()).isEqualTo(7);
  }

  @Test
  void limitThatIsBrokenForTooLong_endsTheRunAndIsNamed() {
    run.options = " --fail-if b:service.p95>50ms --fail-if errors>9 --abort-on-fail 30ms";
    run.engines.addAll(List.of("quick", "endless"));
    Path folder = run.run(2, "a", "b");

    JsonNode config = json(folder.resolve("config.json"));
    assertThat(config.path("cutShort").asBoolean()).isTrue();
    assertThat(config.path("aborted").asText())
        .isEqualTo("b:service.p95>50ms was broken for 30ms in 02-b, where it was 81.200ms")
        .isEqualTo(run.stop.reason());
    assertThat(config.path("trials")).hasSize(2);
    assertThat(config.path("failIf"))
        .extracting(JsonNode::asText)
        .containsExactly("b:service.p95>50ms", "errors>9");
  }

  @Test
  void interruptedRun_wasEndedByNoLimit() {
    run.options = " --fail-if service.p95>50ms --abort-on-fail 1m";
    run.engines.add("endless");
    interruptAtTick(() -> true);

    assertThat(json(run.run(1, "a").resolve("config.json")).has("aborted")).isFalse();
  }

  @Test
  void samplesThatFail_areNotedOnceAndCounted() throws Exception {
    run.watch.blind = true;

    Path folder = run.run(1, "a");

    assertThat(folder.resolve("logs/run.log"))
        .content()
        .containsOnlyOnce("series.csv: a sample failed: IllegalStateException: blind");
    assertThat(json(folder.resolve("trials/01-a/counters.json")).path("failedSamples").asText())
        .matches("failed samples: \\d+, the first: IllegalStateException: blind");
  }

  @Test
  void recordOfTheServer_endsEvenIfSamplingCannotBegin() {
    List<Path> records = new ArrayList<>();
    run.watch.records =
        file -> {
          records.add(file);
          assertThat(file.resolveSibling("series.csv").toFile().mkdir()).isTrue();
        };

    assertThatThrownBy(() -> run.run(1, "a")).isInstanceOf(StressFailure.class);
    assertThat(records).singleElement().satisfies(file -> assertThat(file).exists());
  }

  @Test
  void tierThatCannotBeCounted_endsTheRunBeforeItsTrials() {
    run.options = " --count-round-trips";

    assertFails(
        3,
        "counting round trips of a (--no-count-round-trips omits it): the tier does not report its"
            + " counters of round trips",
        "a");
    assertThat(run.watch.calls).doesNotContain("tidy");
  }

  @Test
  void interruptBeforeAnythingWasMeasured_leavesNothingToReport() {
    run.engines.add("warm");
    interruptAtTick(() -> true);

    assertThatThrownBy(() -> run.run(1, "a"))
        .isInstanceOf(StressFailure.class)
        .hasMessage("interrupted: nothing was measured");
    assertThat(out.resolve("latest")).doesNotExist();
  }

  @Test
  void interruptBeforeTheStart_startsNoTrial() {
    run.stop.raise("interrupted");

    assertThatThrownBy(() -> run.run(1, "a")).isInstanceOf(StressFailure.class);
    assertThat(run.watch.calls).doesNotContain("tidy");
  }

  private void assertFails(int exitCode, String line, String policy) {
    assertThatThrownBy(() -> run.run(1, policy))
        .hasMessageStartingWith(line)
        .extracting(e -> ((StressFailure) e).exitCode())
        .isEqualTo(exitCode);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " --nodes 2"})
  void tierThatDoesNotStart_passesItsLine(String options) {
    run.options = options;
    assertFails(2, "password of cloakroom refused by jdbc:fake://h/d", "refused");
    assertThat(run.folder().resolve("trials/01-refused/logs"))
        .isDirectoryRecursivelyContaining("glob:**/tier*.log");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          broken | 2 | plan.jmx: no such element HTTPSamplr
          empty  | 3 | the plan took no samples: nothing to report
          crash  | 3 | the load engine ended before its load was over: java.lang.OutOfMemoryError: Java heap space
          """)
  void engineThatCannotRunThePlan_passesItsMessage(String mode, int exitCode, String line) {
    run.engines.add(mode);

    assertFails(exitCode, line, "a");
  }

  @Test
  void tierThatDiesInALaterTrial_cutsTheRunShort() {
    run.engines.addAll(List.of("quick", "endless"));
    Path folder = run.run(1, "a", "dies");

    assertThat(json(folder.resolve("config.json")).path("cutShort").asBoolean()).isTrue();
    assertThat(json(folder.resolve("config.json")).path("trials")).hasSize(1);
    assertThat(run.stop.reason())
        .isEqualTo("the tier ended during the run (exit code 9): out of memory");
  }

  @Test
  void killedNode_countsWithItsLastReport() {
    run.options = " --nodes 2 --fault node-kill@50ms";
    run.engines.add("untilKilled");
    Path folder = run.run(1, "a");

    JsonNode config = json(folder.resolve("config.json"));
    assertThat(config.path("cutShort").asBoolean(true)).isFalse();
    JsonNode counters = json(folder.resolve("trials/01-a/counters.json"));
    assertThat(counters.at("/counters/requests").asInt()).isEqualTo(14);
    assertThat(counters.at("/surviving/counters/requests").asInt()).isEqualTo(7);
    assertThat(counters.at("/gauges/instances").asInt()).isEqualTo(3);
    assertThat(counters.at("/killed/node").asInt()).isEqualTo(2);
    assertThat(counters.at("/killed/afterMs").asInt()).isGreaterThanOrEqualTo(50);
    assertThat(counters.at("/engine/cutShort").asBoolean(true)).isFalse();
  }

  @Test
  void loadThatIsOverBefore_sparesTheNode() {
    run.options = " --nodes 2 --fault node-kill@60m";
    Path folder = run.run(1, "a");

    assertThat(json(folder.resolve("trials/01-a/counters.json")).has("killed")).isFalse();
  }

  @Test
  void faultOfTheSessions_isOrderedAndNoted() {
    run.options = " --fault db-kill-sessions@0ms";
    run.engines.add("endless");
    interruptAtTick(() -> run.watch.hasEndedSessions);
    Path folder = run.run(1, "a");

    assertThat(json(folder.resolve("trials/01-a/counters.json")).path("faults"))
        .extracting(fault -> fault.path("kind").asText())
        .containsExactly("db-kill-sessions");
  }

  @Test
  void folderOfAKilledRun_isCutShort() {
    JsonNode[] seen = new JsonNode[1];
    run.progress =
        new RunProgress(RunProgress.NOWHERE, OptionalInt.empty()) {
          @Override
          public synchronized void begin(TrialSpec trial, long transactions) {
            super.begin(trial, transactions);
            if (trial.number() == 2) {
              seen[0] = json(run.folder().resolve("config.json"));
            }
          }
        };
    run.run(1, "a", "b");

    assertThat(seen[0].path("cutShort").asBoolean()).isTrue();
    assertThat(seen[0].path("trials")).hasSize(1);
  }
}
