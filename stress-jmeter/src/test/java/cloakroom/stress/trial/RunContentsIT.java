package cloakroom.stress.trial;

import static cloakroom.stress.trial.FakeRun.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunContentsIT {
  @TempDir private static Path out;
  @TempDir private static Path more;
  private static FakeRun run;
  private static FakeRun variants;
  private static Path varied;
  private static Path folder;

  @BeforeAll
  static void runOnce() {
    run = new FakeRun(out);
    folder = run.run(2, "a", "b");
    variants = new FakeRun(more);
    variants.options =
        " --reset-level none,full --vary jbo.recyclethreshold=10,40 --one-request --shared-rows 2"
            + " --app shop.yaml";
    varied = variants.run(1, "a");
    assertThat(FakeRun.left()).isEmpty();
  }

  private static String values(JsonNode json, String places) {
    return Stream.of(places.split(" ", -1))
        .map(place -> json.at("/" + place).asText())
        .collect(Collectors.joining(" "));
  }

  @Test
  void trials_runInBalancedBlocksEachInItsFolder() {
    assertThat(json(folder.resolve("config.json")).path("trials"))
        .extracting(t -> t.path("folder").asText())
        .containsExactly("01-a", "02-b", "03-b", "04-a");
    assertThat(json(folder.resolve("trials/03-b/counters.json")).path("policy").asText())
        .isEqualTo("b");
    assertThat(String.join(" ", run.watch.calls))
        .as("tables are tidied before each trial and counters read around it")
        .isEqualTo("tidy counters counters ".repeat(4) + "close");
  }

  @Test
  void config_holdsEverySettingAndNoSecret() {
    JsonNode config = json(folder.resolve("config.json"));

    assertThat(
            values(
                config,
                "schema plan seed users thinkMs warmup/users database/kind cutShort"
                    + " trials/0/settings/jbo.fake"))
        .isEqualTo("2 adf-session 7 4 1 2 embedded false true");
    assertThat(config.toString()).doesNotContain("geheim", "databaseChanges");
  }

  @Test
  void config_hasTheChoicesOfEachTrial() {
    JsonNode config = json(varied.resolve("config.json"));

    assertThat(
            values(
                config,
                "trials/1/variant trials/1/policy trials/1/store trials/1/choices/store"
                    + " trials/1/choices/reset-level trials/1/choices/jbo.recyclethreshold"
                    + " trials/1/choices/one-request trials/1/choices/shared-rows"))
        .isEqualTo("a none 40 a fake memory none 40 true 2");
  }

  @Test
  void planOfTheApplication_isInTheRunFolder() {
    assertThat(json(varied.resolve("config.json")).path("plan").asText()).isEqualTo("shop");
    assertThat(varied.resolve("shop.jmx"))
        .content()
        .contains("Application shop ", "${__P(think_distribution,uniform)}");
    assertThat(folder.resolve("adf-session.jmx")).doesNotExist();
  }

  @Test
  void environment_hasVersionsAndMachine() {
    JsonNode environment = json(folder.resolve("environment.json"));

    assertThat(environment.path("cpus").asInt()).isPositive();
    assertThat(environment.path("memoryBytes").asLong()).isPositive();
    assertThat(environment.path("jmeter").asText()).startsWith("5.");
    assertThat(values(environment, "database/version database/settings/fsync"))
        .isEqualTo("Fake 1 on");
  }

  @Test
  void counters_bringTierDatabaseAndEngineTogether() {
    JsonNode counters = json(folder.resolve("trials/01-a/counters.json"));

    assertThat(
            values(
                counters,
                "counters/requests engine/requests engine/cpuSeconds engine/exitCode"
                    + " engine/cutShort"))
        .isEqualTo("7 30 0.5 0 false");
    assertThat(counters.at("/database/after/sessions").asInt())
        .isGreaterThan(counters.at("/database/before/sessions").asInt());
    JsonNode database = counters.path("database");
    assertThat(database.path("after").has("commits")).isFalse();
    assertThat(database.at("/unavailableReasons/commits").asText()).isEqualTo("not counted");
    assertThat(database.path("withOthers").toString()).isEqualTo("[\"sessions\"]");
    assertThat(counters.path("cpuSeconds").path("tier").isNumber()).isTrue();
    assertThat(counters.path("measuredTo").asLong())
        .isGreaterThan(counters.path("measuredFrom").asLong());
  }

  @Test
  void series_hasRowsFromAllSources() throws Exception {
    List<String> rows = Files.readAllLines(folder.resolve("trials/01-a/series.csv"));

    assertThat(rows).hasSizeGreaterThanOrEqualTo(2);
    assertThat(rows.get(rows.size() - 1)).contains(",measured,30,9,").contains(",5,1,0,");
    assertThat(rows).as("the tier answers").anyMatch(row -> row.matches("(?:[^,]*,){8}3,.*"));
    if (Files.exists(Path.of("/proc/stat"))) {
      // runner, machine, steal, processors
      assertThat(rows.subList(1, rows.size()))
          .allMatch(row -> row.matches(".*,\\d+\\.\\d{3},\\d+\\.\\d{3},\\d+\\.\\d{3},\\d+"));
    }
  }

  @Test
  void server_isRecordedOnTheClockOfTheSeries() throws Exception {
    Path trial = folder.resolve("trials/01-a");

    assertThat(moments(trial.resolve("server.csv")))
        .startsWith(moments(trial.resolve("series.csv")).toArray(String[]::new));
    JsonNode server = json(trial.resolve("counters.json")).path("server");
    assertThat(server.path("product").asText()).isEqualTo("Fake");
    assertThat(server.at("/groups/1/grant").asText()).isEqualTo("grant look to us");
  }

  private static List<String> moments(Path csv) throws Exception {
    return Files.readAllLines(csv).stream().map(row -> row.substring(0, row.indexOf(','))).toList();
  }

  @Test
  void run_withoutCommitDelayOnADatabaseOfAUrl_isMeasured(@TempDir Path other) {
    FakeRun existing = new FakeRun(other);
    existing.options = " --url jdbc:postgresql://h/d --commit-delay 0";

    JsonNode config = json(existing.run(2, "a").resolve("config.json"));

    assertThat(config.path("trials")).hasSize(2);
    assertThat(values(config.path("databaseChanges"), "url schema rows/psTxnInserts"))
        .isEqualTo("jdbc:postgresql://h/d cloakroom 20");
    assertThat(config.at("/databaseChanges/maintenance"))
        .hasToString("{\"vacuum\":{\"skipped: locked\":1,\"done\":1}}");
  }

  @Test
  void calibration_setsOnePauseForAllTrialsAndIsRecorded(@TempDir Path runs) {
    FakeRun calibrated = new FakeRun(runs);
    calibrated.options = " --think auto";
    Path found = calibrated.run(1, "a", "b");
    JsonNode config = json(found.resolve("config.json"));

    assertThat(found.resolve("calibration")).isDirectoryContaining("glob:**/01-a");
    assertThat(config.at("/calibration/cpuMillisPerTransaction").properties()).hasSize(2);
    assertThat(config.path("thinkMs").asLong()).isGreaterThanOrEqualTo(200);
    assertThat(config.path("iterations").asInt()).isEqualTo(3);
    assertThat(config.at("/calibration/reason").asText())
        .contains(" needs most CPU time, ")
        .endsWith("busy");
  }
}
