package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.process.CutShort;
import cloakroom.stress.process.Fork;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Database;
import cloakroom.stress.run.RunSettings.Load;
import cloakroom.stress.run.RunSettings.Output;
import cloakroom.stress.run.RunSettings.Plan;
import cloakroom.stress.watch.Tick;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The run with database, tier and engine replaced by processes that only speak the protocol. */
class StressRunTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path out;
  private final StopSignal stop = new StopSignal();
  private final FakeWatch watch = new FakeWatch();
  private final Deque<String> engines = new ArrayDeque<>();
  private Progress progress = Progress.NONE;

  @AfterEach
  void nothingIsLeftRunning() {
    try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
      assertThat(children.filter(StressRunTest::isFake)).isEmpty();
    }
  }

  private static boolean isFake(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("cloakroom.stress.run.Fake");
  }

  private Path run(int trials, String... policies) {
    return new StressRun(
            settings(trials, List.of(policies)), commands(), (d, n) -> watch, progress, stop)
        .run();
  }

  private RunSettings settings(int trials, List<String> policies) {
    return new RunSettings(
        new Plan("adf-session", out.resolve("adf-session.jmx")),
        policies,
        new Load(4, 3, Duration.ofMillis(1), Duration.ZERO, Duration.ZERO, new WarmUp(2, 1)),
        trials,
        "hikari",
        48,
        1,
        Database.EMBEDDED,
        Map.of("jbo.recyclethreshold", "10"),
        out.resolve("app-sim.jar"),
        List.of("-Dmy.password=geheim"),
        out,
        7,
        false,
        Output.QUIET,
        "stress.jar run --java-options -Dmy.password=geheim");
  }

  /** Engines behave as queued, and are quick when nothing is queued. */
  private Commands commands() {
    return new Commands() {
      @Override
      public List<String> database() {
        return Fork.of(FakeDatabase.class);
      }

      @Override
      public List<String> tier(String policy, String url, String user) {
        return Fork.of(FakeTier.class, policy);
      }

      @Override
      public List<String> engine(Path trialFolder, int port) {
        return Fork.of(FakeEngine.class, engines.isEmpty() ? "quick" : engines.removeFirst());
      }
    };
  }

  private void raiseAtTick(String why) {
    progress =
        new Progress() {
          @Override
          public void tick(Tick tick) {
            stop.raise(why);
          }
        };
  }

  private static JsonNode json(Path file) throws IOException {
    return JSON.readTree(Files.readString(file));
  }

  private Path onlyRun() throws IOException {
    try (Stream<Path> runs = Files.list(out)) {
      return runs.filter(p -> p.getFileName().toString().startsWith("adf-")).findFirst().get();
    }
  }

  @Test
  void trials_runInterleavedEachInItsFolder() throws Exception {
    Path folder = run(2, "a", "b");

    assertThat(json(folder.resolve("config.json")).path("trials"))
        .extracting(t -> t.path("folder").asText())
        .containsExactly("01-a", "02-b", "03-a", "04-b");
    assertThat(json(folder.resolve("trials/03-a/counters.json")).path("policy").asText())
        .isEqualTo("a");
  }

  @Test
  void config_holdsEverySettingAndNoSecret() throws Exception {
    Path folder = run(1, "a");
    JsonNode config = json(folder.resolve("config.json"));

    assertThat(config.path("schema").asInt()).isEqualTo(1);
    assertThat(config.path("plan").asText()).isEqualTo("adf-session");
    assertThat(config.path("seed").asInt()).isEqualTo(7);
    assertThat(config.path("users").asInt()).isEqualTo(4);
    assertThat(config.path("thinkMs").asInt()).isEqualTo(1);
    assertThat(config.path("warmup").path("users").asInt()).isEqualTo(2);
    assertThat(config.path("database").path("kind").asText()).isEqualTo("embedded");
    assertThat(config.path("cutShort").asBoolean(true)).isFalse();
    assertThat(config.path("trials").path(0).path("settings").path("jbo.fake").asText())
        .isEqualTo("true");
    assertThat(config.toString()).doesNotContain("geheim");
  }

  @Test
  void environment_tellsWhatRanOnWhat() throws Exception {
    JsonNode environment = json(run(1, "a").resolve("environment.json"));

    assertThat(environment.path("cpus").asInt()).isPositive();
    assertThat(environment.path("memoryBytes").asLong()).isPositive();
    assertThat(environment.path("jmeter").asText()).startsWith("5.");
    assertThat(environment.path("database").path("version").asText()).isEqualTo("Fake 1");
    assertThat(environment.path("database").path("settings").path("fsync").asText())
        .isEqualTo("on");
  }

  @Test
  void counters_bringTierDatabaseAndEngineTogether() throws Exception {
    JsonNode counters = json(run(1, "a").resolve("trials/01-a/counters.json"));

    assertThat(counters.path("counters").path("requests").asInt()).isEqualTo(7);
    assertThat(counters.path("database").path("after").path("sessions").asInt())
        .isGreaterThan(counters.path("database").path("before").path("sessions").asInt());
    assertThat(counters.path("engine").path("requests").asInt()).isEqualTo(30);
    assertThat(counters.path("engine").path("cpuSeconds").asDouble()).isEqualTo(0.5);
    assertThat(counters.path("engine").path("exitCode").asInt(-1)).isZero();
    assertThat(counters.path("engine").path("cutShort").asBoolean(true)).isFalse();
    assertThat(counters.path("cpuSeconds").path("tier").isNumber()).isTrue();
    assertThat(counters.path("measuredTo").asLong())
        .isGreaterThan(counters.path("measuredFrom").asLong());
  }

  @Test
  void series_hasRowsFromAllSources() throws Exception {
    List<String> rows = Files.readAllLines(run(1, "a").resolve("trials/01-a/series.csv"));

    assertThat(rows).hasSizeGreaterThanOrEqualTo(2);
    assertThat(rows.get(rows.size() - 1))
        .contains(",measured,30,9,")
        .contains(",3,")
        .contains(",5,1,0,");
  }

  @Test
  void tables_areTidiedBeforeEachTrialAndCountersReadAroundIt() {
    run(1, "a", "b");

    assertThat(watch.calls)
        .containsExactly("tidy", "counters", "counters", "tidy", "counters", "counters", "close");
  }

  @Test
  void latest_pointsToTheRun() throws Exception {
    Path folder = run(1, "a");

    assertThat(out.resolve("latest").toRealPath()).isEqualTo(folder.toRealPath());
  }

  @Test
  void interruptInATrial_keepsWhatWasMeasuredAndSaysSo() throws Exception {
    engines.add("endless");
    raiseAtTick("interrupted");
    Path folder = run(2, "a", "b");

    JsonNode config = json(folder.resolve("config.json"));
    assertThat(config.path("cutShort").asBoolean()).isTrue();
    assertThat(config.path("trials")).hasSize(1);
    JsonNode counters = json(folder.resolve("trials/01-a/counters.json"));
    assertThat(counters.path("engine").path("cutShort").asBoolean()).isTrue();
    assertThat(counters.path("counters").path("requests").asInt()).isEqualTo(7);
  }

  @Test
  void interruptBeforeAnythingWasMeasured_leavesNothingToReport() {
    engines.add("warm");
    raiseAtTick("interrupted");

    assertThatThrownBy(() -> run(1, "a"))
        .isInstanceOf(CutShort.class)
        .hasMessage("interrupted: nothing was measured");
    assertThat(out.resolve("latest")).doesNotExist();
  }

  @Test
  void interruptBeforeTheStart_startsNoTrial() {
    stop.raise("interrupted");

    assertThatThrownBy(() -> run(1, "a")).isInstanceOf(CutShort.class);
    assertThat(watch.calls).doesNotContain("tidy");
  }

  @Test
  void tierThatDoesNotStart_passesItsLine() throws Exception {
    assertThatThrownBy(() -> run(1, "refused"))
        .hasMessage("password of cloakroom refused by jdbc:fake://h/d")
        .extracting(e -> ((StressFailure) e).exitCode())
        .isEqualTo(StressFailure.WRONG_USE);
    assertThat(onlyRun().resolve("trials/01-refused/logs/tier.log"))
        .content()
        .contains("password of cloakroom refused");
  }

  @Test
  void planWithAnError_passesItsLine() {
    engines.add("broken");

    assertThatThrownBy(() -> run(1, "a"))
        .hasMessage("plan.jmx: no such element HTTPSamplr")
        .extracting(e -> ((StressFailure) e).exitCode())
        .isEqualTo(StressFailure.WRONG_USE);
  }

  @Test
  void planWithoutSamples_isInvalid() {
    engines.add("empty");

    assertThatThrownBy(() -> run(1, "a"))
        .hasMessage("the plan took no samples: nothing to report")
        .extracting(e -> ((StressFailure) e).exitCode())
        .isEqualTo(StressFailure.INVALID);
  }

  @Test
  void engineThatCrashes_isToldWithItsLastWords() {
    engines.add("crash");

    assertThatThrownBy(() -> run(1, "a"))
        .hasMessage(
            "the load engine ended before its load was over: java.lang.OutOfMemoryError: Java heap"
                + " space");
  }

  @Test
  void tierThatDiesInALaterTrial_cutsTheRunShort() throws Exception {
    engines.addAll(List.of("quick", "endless"));
    Path folder = run(1, "a", "dies");

    assertThat(json(folder.resolve("config.json")).path("cutShort").asBoolean()).isTrue();
    assertThat(json(folder.resolve("config.json")).path("trials")).hasSize(1);
    assertThat(stop.reason()).isEqualTo("the tier ended in mid-trial (exit code 9): out of memory");
  }

  @Test
  void folderOfARunThatIsKilled_saysThatItWasCutShort() throws Exception {
    JsonNode[] seen = new JsonNode[1];
    progress =
        new Progress() {
          @Override
          public void begin(TrialSpec trial, long transactions) {
            if (trial.number() == 2) {
              seen[0] = configNow();
            }
          }
        };
    run(1, "a", "b");

    assertThat(seen[0].path("cutShort").asBoolean()).isTrue();
    assertThat(seen[0].path("trials")).hasSize(1);
  }

  private JsonNode configNow() {
    try {
      return json(onlyRun().resolve("config.json"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
