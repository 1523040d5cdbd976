package cloakroom.stress.trial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples;
import cloakroom.stress.process.SharedDatabase;
import cloakroom.testing.JarProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Short run of the soak plan. After the start nothing may grow: heap, threads, file handles and
 * connections of the tier, rows in PS_TXN, response time. {@code -Dcloakroom.soakSeconds=600} sets
 * the duration.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "threads and handles are counted in /proc")
@Tag("soak")
class SoakRunIT {
  private static final int SECONDS = Integer.getInteger("cloakroom.soakSeconds", 150);
  private static final int EVERY = 2;

  /** Part of the time in which caches and pools fill. */
  private static final double SETTLING = 0.4;

  private static final Pattern HEAP = Pattern.compile("used (\\d+)K");

  @TempDir private Path out;

  @ParameterizedTest
  @ValueSource(strings = {"release-in-memory", "release-passivate"})
  void nothing_growsWithoutEnd(String policy) throws Exception {
    String run =
        "--plan soak --policies %s --users 30 --duration %ds --lull 4s --think 100ms --ramp 4s"
            + " --warm-up 10x5 --pool-size 20 --set jbo.recyclethreshold=20 --no-dashboard --quiet"
            + " --java-options=-Xmx128m --url %s --user %s";
    RunnerProcess runner =
        RunnerProcess.start(
            out,
            Map.of(
                "CLOAKROOM_DB_PASSWORD",
                SharedDatabase.PASSWORD,
                RunnerProcess.JVM_OPTIONS,
                "-XX:+UseG1GC"), // reports its heap in one metric
            run.formatted(policy, SECONDS, SharedDatabase.url(), SharedDatabase.user())
                .split(" ", -1));
    Map<String, Drift> seen = new LinkedHashMap<>();
    try (Connection database =
        DriverManager.getConnection(
            SharedDatabase.url(), SharedDatabase.user(), SharedDatabase.PASSWORD)) {
      while (!runner.endsWithin(EVERY)) {
        Optional<Path> trial = trial();
        if (trial.isPresent() && measuredSeconds(trial.get()) > SETTLING * SECONDS) {
          look(runner, database, seen);
        }
      }
    }

    // the generator may be saturated: no time is checked
    assertThat(runner.exitCode()).as(runner.output() + runner.errors()).isIn(0, 3);
    assertThat(runner.summary().path("consistent").asBoolean()).isTrue();
    responses(seen);
    System.out.println("SoakRunIT: " + policy + ": " + seen.values());
    assertThat(seen.values()).hasSize(6).noneMatch(Drift::grows);
  }

  private Optional<Path> trial() throws IOException {
    try (Stream<Path> files = Files.walk(out)) {
      return files.filter(file -> file.endsWith("series.csv")).findFirst();
    }
  }

  private static long measuredSeconds(Path series) throws IOException {
    return Files.readAllLines(series).stream().filter(row -> row.contains(",measured,")).count();
  }

  private static void look(RunnerProcess runner, Connection database, Map<String, Drift> seen)
      throws Exception {
    Optional<ProcessHandle> tier = runner.child("serve");
    if (tier.isPresent() && tier.get().isAlive()) {
      String id = Long.toString(tier.get().pid());
      Path process = Path.of("/proc", id);
      jcmd(id, "GC.run");
      Matcher heap = HEAP.matcher(jcmd(id, "GC.heap_info"));
      if (heap.find()) {
        add(seen, "heap, KB", Double.parseDouble(heap.group(1)));
        add(seen, "threads", count(process.resolve("task")));
        add(seen, "file handles", count(process.resolve("fd")));
        add(seen, "connections", ask(database, "select count(*) from pg_stat_activity"));
        add(seen, "rows in PS_TXN", ask(database, "select count(*) from ps_txn"));
      }
    }
  }

  private static void add(Map<String, Drift> seen, String name, double value) {
    seen.computeIfAbsent(name, Drift::new).add(value);
  }

  private static double count(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return (double) all.count();
    }
  }

  private static double ask(Connection database, String query) throws SQLException {
    try (Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getDouble(1);
    }
  }

  private static String jcmd(String id, String command) throws Exception {
    Path tool = Path.of(JarProcess.java()).resolveSibling("jcmd");
    Process process = new ProcessBuilder(List.of(tool.toString(), id, command)).start();
    return new String(process.getInputStream().readAllBytes(), UTF_8);
  }

  private void responses(Map<String, Drift> seen) throws IOException {
    List<Map<String, String>> rows =
        Samples.columns(trial().orElseThrow().resolveSibling("samples.jtl")).stream()
            .filter(row -> row.get("threadName").startsWith("users"))
            .filter(row -> !row.get("responseMessage").startsWith("Number of samples"))
            .toList();
    long from = Long.parseLong(rows.get(0).get("timeStamp"));
    for (Map<String, String> row : rows) {
      long sent = Long.parseLong(row.get("timeStamp"));
      if (sent - from > SETTLING * SECONDS * 1000) {
        long late = sent - Long.parseLong(row.get("due"));
        add(seen, "response time, ms", (double) late + Long.parseLong(row.get("elapsed")));
      }
    }
  }
}
