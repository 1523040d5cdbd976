package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples.Row;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StopIT {
  @TempDir private Path out;
  private StubTier tier;

  @BeforeEach
  void start() throws Exception {
    tier = new StubTier();
  }

  @AfterEach
  void close() {
    tier.close();
  }

  private EngineProcess endless(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-Jiterations=100000", "-Jramp_s=0"));
    return EngineProcess.start(out, tier.port(), all.toArray(String[]::new));
  }

  /** Counts requests as they arrive; the first were answered if there are more than users. */
  private CountDownLatch asked(int requests) {
    return tier.latch(requests, seen -> true);
  }

  private static JsonNode last(EngineProcess engine) throws Exception {
    return engine.events().get(engine.events().size() - 1);
  }

  /** Two users think for an hour; the third waits for a response that does not come. */
  @Test
  void stop_endsTheLoadWithCompleteFiles() throws Exception {
    Predicate<StubTier.Seen> third = seen -> seen.value().startsWith("u3-d-0");
    CountDownLatch hanging = tier.latch(1, third);
    tier.stalls(third, 1, 3_600_000);
    try (EngineProcess engine = endless("-Jusers=3", "-Jthink_ms=3600000", "-Jpending_time=100")) {
      hanging.await();
      engine.type("stop");

      assertThat(engine.exitCode()).isZero();
      JsonNode finished = last(engine);
      List<Row> requests = Samples.requests(out.resolve("samples.jtl"));
      assertThat(finished.get("cutShort").asBoolean()).isTrue();
      assertThat(requests).isNotEmpty().allMatch(Row::succeeded);
      assertThat(finished.get("requests").asInt()).isEqualTo(requests.size());
    }
  }

  /** JMeter keeps the threads of an open model's group when a graceful stop has ended all users. */
  @ParameterizedTest
  @CsvSource({
    "adf-session.jmx, -Jusers=3 -Jthink_ms=20",
    "open-arrivals.jmx, -Jarrivals=10 -Jduration_s=3600 -Jthink_ms=20"
  })
  void enough_endsWithoutCutRequests(String plan, String load) throws Exception {
    CountDownLatch asked = asked(12);
    String file = Plans.ADF_SESSION.resolveSibling(plan).toString();
    List<String> arguments = new ArrayList<>(List.of("--plan", file));
    arguments.addAll(List.of(load.split(" ", -1)));
    try (EngineProcess engine = endless(arguments.toArray(String[]::new))) {
      asked.await();
      engine.type("enough");

      assertThat(engine.exitCode()).isZero();
      List<Row> requests = Samples.requests(out.resolve("samples.jtl"));
      assertThat(last(engine).get("cutShort").asBoolean()).isFalse();
      assertThat(last(engine).get("requests").asInt()).isEqualTo(requests.size()).isPositive();
      assertThat(requests).allMatch(Row::succeeded);
    }
  }

  @Test
  void stopInTheWarmUp_isNoMeasurement() throws Exception {
    try (EngineProcess engine =
        endless("-Jusers=1", "-Jthink_ms=10", "-Jwarmup_users=1", "-Jwarmup_iterations=100000")) {
      engine.awaitOutput("\"phase\":\"warm-up\"");
      engine.type("stop");

      assertThat(engine.exitCode()).isZero();
      assertThat(last(engine).toString())
          .isEqualTo(
              "{\"event\":\"finished\",\"requests\":0,\"transactions\":0,\"errors\":0,\"cutShort\":true}");
    }
  }

  @Test
  void endOfStandardInput_endsTheProcessAndKeepsTheSamples() throws Exception {
    CountDownLatch asked = asked(12);
    try (EngineProcess engine = endless("-Jusers=3", "-Jthink_ms=20")) {
      asked.await();
      engine.closeInput();

      engine.exitCode();
      assertThat(Samples.requests(out.resolve("samples.jtl"))).hasSizeGreaterThan(3);
    }
  }

  @Test
  void folderThatCannotBeMade_isNamedAndEndsTheProcess() throws Exception {
    Path below = Files.createFile(out.resolve("a file")).resolve("trial");
    try (EngineProcess engine = EngineProcess.start(below, 1)) {
      assertThat(engine.exitCode()).isEqualTo(2);
      assertThat(last(engine).get("event").asText()).isEqualTo("failed");
      assertThat(last(engine).get("message").asText())
          .isEqualTo("cannot write to the trial's folder " + below + ": Not a directory");
    }
  }
}
