package cloakroom.stress.trial;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import cloakroom.stress.load.Samples;
import cloakroom.stress.process.Interrupts;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class StressRunIT {
  private static final String LONG =
      "--policies sticky --users 2 --iterations 100000 --think 20ms --ramp 0s --warm-up 0"
          + " --no-dashboard --no-count-round-trips";

  private static final String PASSWORD = "CLOAKROOM_DB_PASSWORD=";
  private static final String TOKEN = "CLOAKROOM_ADMIN_TOKEN=";

  @TempDir private Path out;

  /** 127.0.0.1, ::1 and the first written as the second, as the kernel writes them. */
  private static final Pattern LOOPBACK =
      Pattern.compile("(0100007F|0{24}01000000|0{16}FFFF00000100007F):[0-9A-F]{4}");

  private RunnerProcess runner;

  @AfterEach
  void end() throws Exception {
    if (runner != null) { // a test that was skipped has none
      List<ProcessHandle> left = runner.descendants();
      runner.kill();
      awaitEnd(left);
    }
  }

  private RunnerProcess start(String arguments) throws IOException {
    runner =
        RunnerProcess.start(
            out,
            Map.of(
                "CLOAKROOM_DB_PASSWORD", "inherited",
                "CLOAKROOM_ADMIN_TOKEN", "inherited-by-the-tier"),
            arguments.split(" ", -1));
    return runner;
  }

  private void awaitTransactions() throws IOException {
    Path series;
    try (Stream<Path> runs = Files.list(out)) {
      series = runs.max(naturalOrder()).orElseThrow().resolve("trials/01-sticky/series.csv");
    }
    assertThat(LongStream.generate(() -> transactions(series)).anyMatch(n -> n > 0)).isTrue();
  }

  private static long transactions(Path series) {
    try {
      List<Map<String, String>> rows = Samples.columns(series);
      return rows.isEmpty() ? 0 : Long.parseLong(rows.get(rows.size() - 1).get("transactions"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitEnd(List<ProcessHandle> processes) throws Exception {
    CompletableFuture.allOf(
            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
        .get();
  }

  private static boolean measuring(String line) {
    return line.contains(" transactions, ");
  }

  /** Only the program that starts the database has its password, too; no process inherits one. */
  private void assertThatOnlyTheTierHasTheSecrets() throws IOException {
    if (!Files.exists(Path.of("/proc/self/environ"))) {
      return;
    }
    int tiers = 0;
    List<String> others = new ArrayList<>();
    for (ProcessHandle child : runner.descendants()) {
      String command = read(child, "cmdline");
      String environment = read(child, "environ");
      assertThat(environment).as(command).doesNotContain(PASSWORD + "inherited");
      if (command.contains("\0serve\0")) {
        tiers++;
        assertThat(environment).contains(PASSWORD, TOKEN);
      } else {
        assertThat(environment).as(command).doesNotContain(TOKEN);
        if (!command.contains("\0database\0")) {
          assertThat(environment).as(command).doesNotContain(PASSWORD);
        }
        others.add(command);
      }
    }
    assertThat(tiers).isEqualTo(1);
    assertThat(String.join("\n", others))
        .contains("cloakroom.stress.load.Engine", "\0relay\0", "postgres");
  }

  private static String read(ProcessHandle process, String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), file), ISO_8859_1);
    } catch (IOException e) {
      return ""; // it has ended meanwhile, as servers of the database's connections do
    }
  }

  /** The tier's two ports, the relay's and the database's. */
  private void assertThatAllListenOnLoopback() throws IOException {
    Set<String> sockets = new HashSet<>();
    for (ProcessHandle one : runner.descendants()) {
      Path files = Path.of("/proc", Long.toString(one.pid()), "fd");
      try (Stream<Path> open = Files.list(files)) {
        open.forEach(file -> sockets.add(target(file)));
      } catch (IOException | UncheckedIOException e) {
        // it has ended meanwhile
      }
    }
    List<String> listening = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String row : lines(Path.of("/proc/self/net", table))) {
        String[] columns = row.strip().split(" +", -1);
        if (columns[3].equals("0A") && sockets.contains("socket:[" + columns[9] + "]")) {
          listening.add(columns[1]);
        }
      }
    }
    if (Files.exists(Path.of("/proc/self/net/tcp"))) {
      assertThat(listening).hasSizeGreaterThanOrEqualTo(4).allMatch(LOOPBACK.asMatchPredicate());
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** The next run is interrupted at a terminal, or by a signal if that is not possible. */
  @Test
  void killedRunner_leavesNothingBehindAndTheNextRunReportsWhatItMeasured() throws Exception {
    start(LONG + " --db-rtt 0").awaitError(StressRunIT::measuring);
    assertThatOnlyTheTierHasTheSecrets();
    assertThatAllListenOnLoopback();
    List<ProcessHandle> ofTheKilled = runner.descendants();
    assertThat(ofTheKilled).hasSizeGreaterThanOrEqualTo(4);
    runner.kill();
    awaitEnd(ofTheKilled);

    List<ProcessHandle> started = interruptNext();

    assertThat(runner.exitCode()).isEqualTo(3);
    awaitEnd(started);
    assertThat(runner.output()).contains("No verdict on speed: the run was cut short");
    JsonNode summary = runner.summary();
    assertThat(summary.path("consistent").asBoolean()).isTrue();
    assertThat(summary.path("cutShort").asBoolean()).isTrue();
    assertThat(summary.path("trials").path(0).path("requests").asLong()).isPositive();
    assertThat(runner.latest().resolve("report.html")).content().contains("cut short");
  }

  private List<ProcessHandle> interruptNext() throws Exception {
    assumeThat(Path.of("/bin/sh")).exists();
    if (Files.exists(Path.of("/usr/bin/script")) && Interrupts.areHeard()) {
      runner = RunnerProcess.startAtTerminal(out, LONG.split(" ", -1));
      runner.awaitOutput(" transactions, ");
      awaitTransactions();
      List<ProcessHandle> started = runner.descendants();
      runner.type('\003');
      return started;
    }
    start(LONG).awaitError(StressRunIT::measuring);
    awaitTransactions();
    List<ProcessHandle> started = runner.descendants();
    runner.signal(Interrupts.areHeard() ? "INT" : "TERM");
    return started;
  }
}
