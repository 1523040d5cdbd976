package cloakroom.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.harness.BenchDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrongUseIT {
  private static void assertRefused(List<String> arguments, String... parts) throws Exception {
    assertRefused(Map.of(BenchDatabase.PASSWORD, "any"), arguments, parts);
  }

  private static void assertRefused(
      Map<String, String> environment, List<String> arguments, String... parts) throws Exception {
    List<String> all = new ArrayList<>(List.of("studies"));
    all.addAll(arguments);
    BenchmarksProcess process = BenchmarksProcess.start(environment, all.toArray(String[]::new));

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.errors()).hasSize(1);
    assertThat(process.errors().get(0)).startsWith("benchmarks").contains(parts);
    assertThat(process.output()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://127.0.0.1:1/cloakroom",
        "jdbc:oracle:thin:@//127.0.0.1:1/freepdb1"
      })
  void unreachableDatabase_isReported(String url) throws Exception {
    assertRefused(List.of("--url", url), url.substring(url.indexOf("127")));
  }

  @Test
  void optionUrl_overridesTheEnvironment() throws Exception {
    assertRefused(
        Map.of(
            BenchDatabase.URL, "jdbc:postgresql://127.0.0.1:2/cloakroom",
            BenchDatabase.PASSWORD, "any"),
        List.of("--url", "jdbc:postgresql://127.0.0.1:1/cloakroom"),
        "127.0.0.1:1");
  }

  @Test
  void missingPassword_isNamedByItsVariable() throws Exception {
    assertRefused(
        Map.of(),
        List.of("--url", "jdbc:postgresql://127.0.0.1:1/cloakroom", "--user", "scott"),
        "scott",
        "CLOAKROOM_DB_PASSWORD");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no script(1) to make a terminal with")
  void missingPassword_isPromptedForAndNotShown() throws Exception {
    BenchmarksProcess process =
        BenchmarksProcess.startAtTerminal(
            "studies", "--url", "jdbc:postgresql://127.0.0.1:1/cloakroom", "--user", "scott");
    process.awaitOutput("Password of scott: ");

    process.type("marker-6620");

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.output()).contains("127.0.0.1:1").doesNotContain("marker-6620");
  }

  @Test
  void passwordInTheUrl_isRejectedAndNotShown() throws Exception {
    BenchmarksProcess process =
        BenchmarksProcess.start(
            Map.of(), "studies", "--url", "jdbc:postgresql://127.0.0.1:1/x?password=tiger");

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.errors()).hasSize(1);
    assertThat(process.errors().get(0)).contains("CLOAKROOM_DB_PASSWORD").doesNotContain("tiger");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          studies --help | --study; --url; --out; Exit codes:
          -h             | Usage: benchmarks; Examples:; benchmarks studies; benchmarks jmh -h
          jmh -h         | Usage: java -jar ... [regexp*]
          completion     | complete -F; studies; --no-steady-state
          -l             | S1aConnectionPooling.protocol
          """)
  void helpAndLists_areNoError(String line, String parts) throws Exception {
    BenchmarksProcess process = BenchmarksProcess.start(Map.of(), line.split(" ", -1));

    assertThat(process.exitCode()).isZero();
    assertThat(process.output()).contains(parts.split("; ", -1));
  }

  /** Without the check JMH would search for benchmarks of that name. */
  @Test
  void mistypedCommand_namesTheNearest() throws Exception {
    BenchmarksProcess process = BenchmarksProcess.start(Map.of(), "studis");

    assertThat(process.exitCode()).isEqualTo(2);
    assertThat(process.errors())
        .containsExactly(
            "benchmarks: unknown command 'studis'; did you mean studies? (all: benchmarks --help)");
  }
}
