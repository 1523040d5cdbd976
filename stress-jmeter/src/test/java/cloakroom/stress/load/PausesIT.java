package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.stress.load.Samples.Row;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is suspended for a second, as by a debugger, a laptop's lid or a long collection,
 * costs its users that second and the run no sample.
 */
@Tag("full")
final class PausesIT {
  private static final long PAUSE_MILLIS = 1_000;
  private static final long CLOCKS = 5;
  private static final int USERS = 3;
  private static final int ITERATIONS = 15;
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

  /** The milliseconds of the epoch in which a process surely was suspended. */
  private record Pause(long from, long to) {
    /** Whether something that began in its first half has waited for its end. */
    boolean holds(long begin, long end) {
      return begin <= from + PAUSE_MILLIS / 2 && end >= to - CLOCKS;
    }
  }

  private static Pause suspend(long processId) throws Exception {
    signal("STOP", processId);
    long from = System.currentTimeMillis();
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
    long to = System.currentTimeMillis();
    signal("CONT", processId);
    return new Pause(from, to);
  }

  private static void signal(String name, long processId) throws Exception {
    String number = Long.toString(processId);
    assertThat(new ProcessBuilder("kill", "-" + name, number).start().waitFor()).isZero();
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
      Pause pause = suspend(tier.pid());

      assertThat(rows(engine)).anyMatch(row -> pause.holds(row.number("timeStamp"), row.end()));
    }
  }

  @Test
  void suspendedEngine_isResponseTimeOfTheRequestsThatWereDueMeanwhile() throws Exception {
    try (EngineProcess engine = engine()) {
      engine.awaitOutput("\"event\":\"measured\"");
      Pause pause = suspend(engine.processId());

      assertThat(rows(engine)).anyMatch(row -> pause.holds(row.due(), row.end()));
    }
  }
}
