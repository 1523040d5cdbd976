package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.options.NodeOptions;
import cloakroom.stress.folder.CountersFile.EnginePart;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.monitor.DatabaseCheck.CheckItem;
import cloakroom.stress.monitor.DatabaseCheck.FreeConnections;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.EmptyInstallation;
import cloakroom.stress.settings.RunSettings;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RunCheckTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          default | 200 | 1 | 300 | 200 | OK    | numbers; 1 x 200 and 3 of the runner
          default | 200 | 1 | 87  | 76  | NOTE  | numbers: --pool-size 76 instead of 200
          default | 200 | 2 | 87  | 38  | NOTE  | numbers: --pool-size 38 instead of 200
          default | 200 | 1 | 12  | 200 | ERROR | numbers; 1 x 200 and 3 of the runner are too many; use --pool-size 6 or less
          chosen  | 200 | 1 | 87  | 200 | ERROR | numbers; 1 x 200 and 3 of the runner are too many; use --pool-size 84 or less
          chosen  | 90  | 1 | 87  | 90  | ERROR | numbers; 1 x 90 and 3 of the runner are too many; use --pool-size 84 or less
          chosen  | 84  | 1 | 87  | 84  | OK    | numbers; 1 x 84 and 3 of the runner
          chosen  | 30  | 3 | 87  | 30  | ERROR | numbers; 3 x 30 and 3 of the runner are too many; use --pool-size 28 or less
          chosen  | 20  | 1 | 2   | 20  | ERROR | numbers; 1 x 20 and 3 of the runner are too many; use fewer other connections, or a higher max_connections
          """)
  void fit_freeConnections_areEnoughOrCapThePoolOrRefuse(
      String origin, int size, int nodes, long free, int fitted, String severity, String text) {
    Variant variant =
        new Variant("a", "sticky", Map.of("pool-size", "" + size, "nodes", "" + nodes));
    Set<CheckItem> found = new LinkedHashSet<>();

    Variant fitting =
        RunCheck.limitPool(
            variant,
            origin.equals("chosen"),
            new FreeConnections(OptionalLong.of(free), "numbers"),
            found);

    assertThat(fitting.get(NodeOptions.POOL_SIZE)).isEqualTo(fitted);
    assertThat(found)
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.severity()).hasToString(severity);
              assertThat(item.text()).isEqualTo(text);
            });
  }

  private static String required(Path folder, String options) {
    RunSettings settings =
        new EmptyInstallation(folder)
            .check("--engines far --engine-keys none --policies sticky" + options);
    return RunCheck.requireTimes(
        settings,
        new EnginePart("far:1099", "JMeter 5.6.3", 1, 80, 0, 0, null, false, 0, 0, null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " --fail-if errors>0", " --fail-if connections.meanInUse>9", " --trials 4"})
  void engineWithoutDueTimes_isNoted(String options, @TempDir Path folder) {
    assertThat(required(folder, options))
        .isEqualTo(
            "--engines far:1099: JMeter 5.6.3 reports no due times of requests, so lateness is not"
                + " measured and there is no verdict on speed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--require-verdict | --require-verdict",
        "--fail-if response.p95>1s | --fail-if \"response.p95>1s\"",
        "--fail-if throughputPerSecond<9 | --fail-if \"throughputPerSecond<9\"",
        "--fail-if tier.mean>1s --require-verdict | --require-verdict, --fail-if \"tier.mean>1s\""
      })
  void engineWithoutDueTimes_isRejectedIfTimesAreRequired(
      String options, String named, @TempDir Path folder) {
    assertThatThrownBy(() -> required(folder, " " + options))
        .isInstanceOf(StressFailure.class)
        .hasMessageStartingWith("--engines far:1099: JMeter 5.6.3 reports no due times")
        .hasMessageEndingWith("; %s requires \"stress.jar engine\" there".formatted(named));
  }
}
