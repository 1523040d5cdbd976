package cloakroom.bench.cli;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import cloakroom.bench.TestServer;
import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.machine.Pinning;
import cloakroom.bench.subject.Connections;
import cloakroom.database.Database;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command from its start to its files, on a database of its own. */
class StudiesIT {
  private static final String[] SMALL = {
    "studies", "--study", "S1a", "--rounds", "1", "--no-operation", "--out"
  };

  @TempDir private Path out;

  private BenchmarksProcess start(Map<String, String> environment, String... more)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of(SMALL));
    arguments.add(out.toString());
    arguments.addAll(List.of(more));
    return BenchmarksProcess.start(environment, arguments.toArray(String[]::new));
  }

  private JsonNode json(String file) throws Exception {
    return new ObjectMapper().readTree(out.resolve(file).toFile());
  }

  private static Map<String, String> on(Database server) {
    return Map.of(
        BenchDatabase.URL, server.url(),
        BenchDatabase.USER, server.user(),
        BenchDatabase.PASSWORD, server.password().reveal());
  }

  @Test
  void smallestRunOnAnExistingDatabase_leavesFilesWithoutItsPassword() throws Exception {
    String marker = TestServer.get().password().reveal();
    BenchmarksProcess process = start(on(TestServer.get()), "--db-rtt", "200us");
    Set<String> commandLines = process.commandLinesToItsEnd();

    assertThat(process.exitCode()).as("%s", process.errors()).isZero();
    assertThat(process.output()).contains("none / HikariCP, cold", "studies.html");
    assertThat(process.errors())
        .allMatch(line -> line.startsWith("[1/1] S1a Connection pooling: "))
        .first(STRING)
        .contains("round 1 of 1");
    assertThat(process.output() + process.errors()).doesNotContain(marker);
    assertThat(commandLines)
        .as("JMH's forks")
        .anyMatch(line -> line.contains("ForkedMain"))
        .noneMatch(line -> line.contains(marker));
    assertFiles();
    try (Stream<Path> files = Files.walk(out)) {
      assertThat(files.filter(Files::isRegularFile))
          .hasSizeGreaterThanOrEqualTo(4)
          .noneMatch(file -> holds(file, marker));
    }
  }

  private void assertFiles() throws Exception {
    JsonNode study = json("studies.json").at("/studies/0");
    assertThat(study.at("/ratios/0/ratio").asDouble()).isGreaterThan(2);
    assertThat(study.get("points")).hasSize(7);
    JsonNode settings = json("studies.json").at("/environment/settings");
    assertThat(settings.get("fsync").asText()).isEqualTo("on");
    assertThat(settings.get("distance").asText()).isEqualTo("200us");
    assertThat(settings.get("ssl").asText()).isEqualTo("off");
    assertThat(settings.get("auth_method").asText()).isEqualTo("scram-sha-256");
    for (JsonNode version : json("studies.json").at("/environment/libraries")) {
      assertThat(version.asText()).isNotEqualTo("unknown");
    }
    assertThat(json("jmh-result.json")).hasSizeGreaterThanOrEqualTo(3);
    assertThat(out.resolve("studies.html")).content().contains("id=\"chart-S1a\"");
    assertThat(out.resolve("jmh-S1a.log")).isNotEmptyFile();
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the studies vary runs by JMH's own command line too. */
  private JsonNode rows(Map<String, String> environment, String benchmark, String... parameters)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of(benchmark + ".protocol"));
    for (String parameter : parameters) {
      arguments.addAll(List.of("-p", parameter));
    }
    arguments.addAll(
        List.of("-r", "1ms", "-rf", "json", "-rff", out.resolve("rows.json").toString()));
    BenchmarksProcess process =
        BenchmarksProcess.start(environment, arguments.toArray(String[]::new));
    assertThat(process.exitCode()).as("%s", process.errors()).isZero();
    return json("rows.json");
  }

  @Test
  void rowOfS2_countsItsConnectsAndItsClientsTime() throws Exception {
    boolean pinned = Pinning.absence().isEmpty();
    JsonNode rows =
        rows(
            Map.of(),
            "S2ConnectModes",
            "mode=DIRECT",
            "streams=2",
            "connects=5",
            "clientWork=20",
            "pinned=" + pinned);

    JsonNode connects = row(rows, "mode", "DIRECT");
    assertThat(metric(connects, "served")).isEqualTo(10);
    assertThat(metric(connects, "clientMsEach")).isGreaterThanOrEqualTo(20);
    if (pinned) {
      assertThat(metric(connects, "processorsOfClient"))
          .isLessThan(Runtime.getRuntime().availableProcessors());
    }
  }

  /** What a row asks is counted at the server: a time of some milliseconds says little. */
  @Test
  void rowsOfS4_askWhatTheyAreNamedFor() throws Exception {
    Database server = TestServer.get();
    long before = readings(server);
    JsonNode rows =
        rows(
            on(server),
            "S4ReuseAgainstBorrow",
            "subject=HIKARI",
            "reset=NONE,LAZY",
            "smallest=4096",
            "largest=4096");

    assertThat(rows).hasSize(2);
    JsonNode loop = row(rows, "reset", "NONE");
    assertThat(metric(loop, "withoutQuery4096")).isPositive().isLessThan(score(loop));
    assertThat(metric(loop, "held8192")).as("was not run").isNaN();
    assertThat(metric(row(rows, "reset", "LAZY"), "held4096")).isPositive();
    assertThat(metric(row(rows, "reset", "LAZY"), "changing4096")).as("was not run").isNaN();
    long each = 1_000 + 4_096; // what warms up, and the size
    assertThat(readings(server) - before)
        .as("four ways with a query and one without it, then two, and two queries dropped")
        .isBetween(6 * each + 4, 6 * each + 100);
  }

  /** How often the table of S4 was read, once every session has ended and told so. */
  private static long readings(Database server) throws Exception {
    try (Connection connection = server.connect()) {
      String others =
          "select count(*) from pg_stat_activity"
              + " where backend_type = 'client backend' and pid <> pg_backend_pid()";
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (!Connections.ask(connection, others).equals("0") && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      return Long.parseLong(
          Connections.ask(
              connection,
              "select seq_scan + idx_scan from pg_stat_user_tables where relname = 'fetch_test'"));
    }
  }

  private static JsonNode row(JsonNode rows, String parameter, String value) {
    for (JsonNode row : rows) {
      if (row.at("/params/" + parameter).asText().equals(value)) {
        return row;
      }
    }
    throw new AssertionError("no row of " + value);
  }

  private static double score(JsonNode row) {
    return row.at("/primaryMetric/score").asDouble();
  }

  private static double metric(JsonNode row, String name) {
    return Double.parseDouble(row.at("/secondaryMetrics/" + name + "/score").asText());
  }

  @Test
  void terminatedRun_reportsAndLeavesNoProcessBehind() throws Exception {
    BenchmarksProcess process;
    List<ProcessHandle> all;
    try (WatchService changes = out.getFileSystem().newWatchService()) {
      out.register(changes, ENTRY_CREATE, ENTRY_MODIFY);
      process = start(Map.of());
      process.awaitError(line -> line.contains("round 1 of 1"));
      awaitFork(changes);
      all = process.descendants();
    }

    process.terminate();

    assertThat(process.exitCode()).isNotZero();
    assertThat(process.errors()).anyMatch(line -> line.contains("cut short"));
    for (ProcessHandle one : all) {
      one.onExit().get(30, TimeUnit.SECONDS);
    }
    assertThat(json("studies.json").get("complete").asBoolean()).isFalse();
    assertThat(json("studies.json").at("/studies/0/absent/0").asText()).startsWith("cut short");
  }

  /** A fork is under way when JMH has said so in its log, which grows in the folder. */
  private void awaitFork(WatchService changes) throws Exception {
    Path log = out.resolve("jmh-S1a.log");
    while (!(Files.exists(log) && Files.readString(log).contains("# Fork: 1 of 1"))) {
      WatchKey change = changes.poll(20, TimeUnit.SECONDS);
      assertThat(change).as("no fork began").isNotNull();
      change.pollEvents();
      change.reset();
    }
  }
}
