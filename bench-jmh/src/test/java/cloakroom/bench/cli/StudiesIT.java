package cloakroom.bench.cli;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import cloakroom.bench.TestServer;
import cloakroom.bench.harness.BenchDatabase;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudiesIT {
  private static final String[] SMALL = {
    "studies", "--study", "S1a", "--rounds", "1", "--no-steady-state", "--out"
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

  static Map<String, String> on(Database server) {
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
          .noneMatch(file -> contains(file, marker));
    }
  }

  private void assertFiles() throws Exception {
    JsonNode study = json("studies.json").at("/studies/0");
    assertThat(study.at("/ratios/0/ratio").asDouble()).isPositive();
    assertThat(study.get("points")).hasSize(9);
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

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Tag("full")
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
      one.onExit().get();
    }
    assertThat(json("studies.json").get("complete").asBoolean()).isFalse();
    assertThat(json("studies.json").at("/studies/0/omissions/0").asText()).startsWith("cut short");
  }

  private void awaitFork(WatchService changes) throws Exception {
    Path log = out.resolve("jmh-S1a.log");
    while (!(Files.exists(log) && Files.readString(log).contains("# Fork: 1 of 1"))) {
      WatchKey change = changes.poll(5, TimeUnit.MINUTES);
      assertThat(change).as("no fork began").isNotNull();
      change.pollEvents();
      change.reset();
    }
  }
}
