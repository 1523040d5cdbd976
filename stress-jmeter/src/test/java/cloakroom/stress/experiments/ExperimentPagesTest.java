package cloakroom.stress.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.platform.Resources;
import cloakroom.testing.Approved;
import cloakroom.testing.DocumentedCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Rebuilds tables and pictures of the docs from docs/experiments/data. A table is between the lines
 * {@code <!-- data: NAME -->} and {@code <!-- end -->}. With -Dapprove=true the test writes them.
 */
final class ExperimentPagesTest {
  private static final Path FOLDER = Path.of("../docs/experiments");
  private static final Pattern TABLE =
      Pattern.compile("(?s)(<!-- data: (\\S+) -->\n).*?(<!-- end -->)");

  private final CountedMap map = new CountedMap(data("007-map"));
  private final Map<String, String> tables = new HashMap<>();
  private final Set<String> used = new HashSet<>();

  ExperimentPagesTest() throws IOException {
    TwoByTwo closed = new TwoByTwo(data("001-closed"));
    tables.put("001-answer", closed.answer(map));
    tables.put("001-closed-sentence", closed.sentence());
    tables.put("001-closed-effects", closed.effects());
    tables.put("001-open-effects", new TwoByTwo(data("001-open")).effects());
    tables.put(
        "001-cache-ratios",
        MeasuredTrials.merged(data("001-cache"))
            .ratios(List.of("tier.mean"), "sticky 256 / released 256", "sticky 0 / released 0"));
    MeasuredTrials pools = MeasuredTrials.merged(data("002"));
    tables.put(
        "002-trials",
        pools.ranges(
            "tier.mean",
            "tier.p95",
            "tier.max",
            "modules.maxInstances",
            "connections.databaseMax",
            "interference.utilization"));
    tables.put(
        "002-ratios",
        pools.ratios(
            List.of("tier.mean", "modules.maxInstances"),
            "HikariCP minimum 0 / HikariCP minimum 160",
            "HikariCP minimum 0 / UCP minimum 0",
            "UCP minimum 0 / HikariCP minimum 160"));
    tables.put("003-scarce", MeasuredTrials.merged(data("003-scarce")).outcomes());
    tables.put("003-enough", MeasuredTrials.merged(data("003-enough")).outcomes());
    MeasuredTrials shared = MeasuredTrials.merged(data("003-shared"));
    tables.put(
        "003-shared",
        shared.ranges("conflicts.locked", "conflicts.changed", "passivations.locksLost"));
    tables.put("004-regular", MeasuredTrials.merged(data("004-regular")).gone());
    tables.put("004-random", MeasuredTrials.merged(data("004-random")).gone());
    tables.put("010-faults", TrialTables.faults(data("010")));
    tables.putAll(new StudyTables(FOLDER.resolve("data/006-studies.json")).all());
    tables.put("011-users", TrialTables.capacity(data("011"), data("011-state")));
    tables.putAll(new BenchmarkTables(FOLDER.resolve("data/performance.json")).all());
    tables.put("prediction", TrialTables.predictions(data("prediction")));
    tables.put("prediction-errors", TrialTables.predictionErrors(data("prediction")));
    tables.put("012-calibration", Calibration.table(data("012")));
    tables.put("012-trials", Calibration.trials(data("012")));
    tables.put("007-round-trips", map.roundTrips());
    tables.put("007-ratios", map.ratios());
  }

  private static Path data(String name) {
    return FOLDER.resolve("data/" + name + ".csv");
  }

  @Test
  void tables_areThoseOfTheData() throws IOException {
    for (Path page : DocumentedCommands.pages()) {
      Approved.check(page, TABLE.matcher(Files.readString(page)).replaceAll(this::rebuilt));
    }
    assertThat(used).isEqualTo(tables.keySet());
  }

  private String rebuilt(MatchResult found) {
    assertThat(tables).containsKey(found.group(2));
    used.add(found.group(2));
    return found.group(1) + tables.get(found.group(2)) + found.group(3);
  }

  @Test
  void picture_isThatOfTheData() throws IOException {
    String frame = Resources.text("cloakroom/stress/experiments/007-map.svg");
    Approved.check(FOLDER.resolve("007-map.svg"), frame.replace("<!-- lines -->\n", map.lines()));
  }

  @Test
  void roundTrips_areLinearInTheViewObjects() {
    assertThat(map.deviations()).isEmpty();
  }
}
