package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is suspended for a second, as by a debugger, a laptop's lid or a long collection,
 * costs its users that second and the run no sample.
 */
@Tag("full")
@EnabledOnOs(value = OS.LINUX, disabledReason = "threads and sockets are inspected in /proc")
final class PausesIT {
  private static final long PAUSE_MILLIS = 1_000;

  /** Error of two clocks that count whole milliseconds. */
  private static final long CLOCKS = 5;

  private static final int USERS = 3;
  private static final long WAIT = 50;
  private static final String LOAD =
      "-Jramp_s=0 -Jusers=%d -Jiterations=100000 -Jthink_ms=%d -Jpending_time=%d"
          .formatted(USERS, WAIT, WAIT);

  @TempDir private Path out;
  private Process tier;
  private BufferedReader said;
  private int port;

  @BeforeEach
  void start() throws Exception {
    tier = EngineProcess.java(StubTier.class.getName(), List.of()).start();
    said = tier.inputReader();
    port = Integer.parseInt(said.readLine());
  }

  @AfterEach
  void stop() {
    tier.destroyForcibly();
  }

  /** Waits for further requests at the tier; returns the number of all. */
  private int await(int more) throws IOException {
    tier.outputWriter().write(more + "\n");
    tier.outputWriter().flush();
    return Integer.parseInt(said.readLine());
  }

  private static void suspend(long processId) throws Exception {
    signal("STOP", processId);
    while (!isSuspended(processId)) {
      Thread.onSpinWait();
    }
  }

  private static boolean isSuspended(long processId) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", processId + "", "task"))) {
      return threads.map(PausesIT::state).allMatch(state -> state.contains(") T "));
    }
  }

  private static String state(Path thread) {
    try {
      return Files.readString(thread.resolve("stat"));
    } catch (IOException e) {
      return ""; // it has ended meanwhile
    }
  }

  /** Returns whether a request has reached the tier's socket and was not read. */
  private boolean requestWaits() throws IOException {
    String waits = ".*:%04X \\w+:\\w+ 01 \\w+:(?!00000000).*".formatted(port);
    for (String table : List.of("tcp", "tcp6")) {
      if (Files.readAllLines(Path.of("/proc/self/net", table)).stream()
          .anyMatch(line -> line.matches(waits))) {
        return true;
      }
    }
    return false;
  }

  private static long resumeLater(long processId) throws Exception {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
    long end = System.currentTimeMillis();
    signal("CONT", processId);
    return end;
  }

  private static void signal(String name, long processId) throws Exception {
    String number = Long.toString(processId);
    assertThat(new ProcessBuilder("kill", "-" + name, number).start().waitFor()).isZero();
  }

  private EngineProcess engine() throws Exception {
    EngineProcess engine = EngineProcess.start(out, port, LOAD.split(" ", -1));
    await(2 * USERS);
    return engine;
  }

  /** Waits for further requests and ends the load; returns the rows of all that the tier saw. */
  private List<Row> rows(EngineProcess engine) throws Exception {
    await(4 * USERS);
    engine.type("enough");
    assertThat(engine.exitCode()).isZero();
    List<Row> rows = Samples.requests(out.resolve("samples.jtl"));
    assertThat(rows).hasSize(await(0)).allMatch(Row::succeeded);
    assertThat(rows)
        .allMatch(row -> row.service() >= 0 && row.response() >= row.service(), "no time negative");
    return rows;
  }

  @Test
  void suspendedTier_isServiceTimeOfTheRequestsThatWaitedForIt() throws Exception {
    try (EngineProcess engine = engine()) {
      suspend(tier.pid());
      while (!requestWaits()) {
        Thread.onSpinWait();
      }
      long begin = System.currentTimeMillis() + CLOCKS;
      long end = resumeLater(tier.pid()) - CLOCKS;

      assertThat(rows(engine))
          .anyMatch(row -> row.number("timeStamp") <= begin && row.end() >= end);
    }
  }

  @Test
  void suspendedEngine_isResponseTimeOfTheRequestsThatWereDueMeanwhile() throws Exception {
    try (EngineProcess engine = engine()) {
      suspend(engine.processId());
      long begin = System.currentTimeMillis() + WAIT + CLOCKS;
      long end = resumeLater(engine.processId()) - CLOCKS;

      assertThat(rows(engine)).anyMatch(row -> row.due() <= begin && row.end() >= end);
    }
  }
}
