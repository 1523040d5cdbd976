package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.stress.load.Samples.Row;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is suspended for a second, as by a debugger, a laptop's lid or a long collection,
 * costs its users that second and the run no sample.
 */
final class PausesIT {
  private static final long PAUSE_MILLIS = 1_000;
  private static final int USERS = 3;
  private static final int ITERATIONS = 10;
  private static final String LOAD =
      "-Jramp_s=0 -Jusers=%d -Jiterations=%d -Jthink_ms=50 -Jhold=50".formatted(USERS, ITERATIONS);

  @TempDir private Path out;
  private Process tier;
  private int port;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(
        !System.getProperty("os.name").startsWith("Windows"),
        "skipped: Windows has no signals to suspend a process with");
    tier = EngineProcess.java(StubTier.class.getName(), List.of()).start();
    BufferedReader said = tier.inputReader();
    port = Integer.parseInt(said.readLine());
  }

  @AfterEach
  void stop() {
    tier.destroyForcibly();
  }

  private static void suspend(long processId) throws Exception {
    String script = "kill -STOP %1$d; sleep 1; kill -CONT %1$d".formatted(processId);
    assertThat(new ProcessBuilder("sh", "-c", script).start().waitFor()).isZero();
  }

  private EngineProcess engine() throws Exception {
    return EngineProcess.start(out, port, LOAD.split(" ", -1));
  }

  private List<Row> rows(EngineProcess engine) throws Exception {
    assertThat(engine.exitCode()).isZero();
    List<Row> rows = Samples.requests(out.resolve("samples.jtl"));
    assertThat(rows).hasSize(USERS * (2 + 2 * 2 * ITERATIONS + 1)).allMatch(Row::succeeded);
    assertThat(rows)
        .allMatch(row -> row.service() >= 0 && row.response() >= row.service(), "no time negative");
    assertThat(EngineIT.total(out.resolve("response.hlog")).getTotalCount()).isEqualTo(rows.size());
    return rows;
  }

  @Test
  void suspendedTier_isServiceTimeOfTheRequestsThatWaitedForIt() throws Exception {
    try (EngineProcess engine = engine()) {
      engine.awaitOutput("\"event\":\"measured\"");
      suspend(tier.pid());

      assertThat(rows(engine)).anyMatch(row -> row.service() >= PAUSE_MILLIS * 9 / 10);
    }
  }

  @Test
  void suspendedEngine_isResponseTimeOfTheRequestsThatWereDueMeanwhile() throws Exception {
    try (EngineProcess engine = engine()) {
      engine.awaitOutput("\"event\":\"measured\"");
      suspend(engine.processId());

      assertThat(rows(engine)).anyMatch(row -> row.response() >= PAUSE_MILLIS * 8 / 10);
    }
  }
}
