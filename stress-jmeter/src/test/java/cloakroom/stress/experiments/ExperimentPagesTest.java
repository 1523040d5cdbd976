package cloakroom.stress.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import cloakroom.platform.Resources;
import cloakroom.testing.Approved;
import cloakroom.testing.DocumentedCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
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

  /** Figures in sentences, outside tables: each must be in its page as the data give it. */
  @Test
  void sentences_haveTheFiguresOfTheData() throws IOException {
    MeasuredTrials closed = MeasuredTrials.merged(data("001-closed"));
    MeasuredTrials open = MeasuredTrials.merged(data("001-open"));
    List<List<String>> users = rows("011-users");

    assertThat(text("docs/choosing.md"))
        .contains(
            "24 connections sustained %s users under this policy, %s under `sticky`, and %s under `release-in-memory`"
                .formatted(users(users, "kept"), users(users, "sticky"), users(users, "released")),
            "`sticky` used %.0f connections"
                .formatted(closed.median("connections.meanInUse", "sticky 10 500us small")),
            "Released sessions used %.2f on average, but %.0f stayed open"
                .formatted(
                    closed.median("connections.meanInUse", "released 10 500us small"),
                    closed.median("connections.databaseMax", "released 10 500us small")),
            "up to %s of the state"
                .formatted(
                    rows("004-regular").stream()
                        .filter(row -> row.get(0).equals("sticky 70"))
                        .flatMap(row -> row.subList(1, 9).stream())
                        .max(
                            Comparator.comparingInt(
                                cell -> Integer.parseInt(cell.replace("%", ""))))
                        .orElseThrow()
                        .replace("%", " %")));
    assertThat(text("docs/experiments/001-sticky-against-released.md"))
        .contains("recycle** in about four of five transactions", "in only about one of five")
        .contains(
            "disturbed %s trials of the closed plan and %s of open arrivals"
                .formatted(word(closed.disturbed()), word(open.disturbed())));
    for (String variant : List.of("sticky 10 500us small", "released 10 500us small")) {
      assertThat(closed.mean("passivations.snapshotWrites", variant))
          .isCloseTo(closed.mean("transactions", variant) * 4 / 5, withinPercentage(5));
      assertThat(open.mean("modules.recycles", variant))
          .isCloseTo(open.mean("transactions", variant) / 5, withinPercentage(10));
    }
    assertThat(text("docs/experiments/010-which-policy-survives-what.md"))
        .contains("No fault lost a confirmed commit or leaked a connection");
    assertThat(MeasuredTrials.runs(data("010")).values())
        .flatMap(run -> run.variants().values())
        .flatMap(trials -> trials)
        .isNotEmpty()
        .allMatch(trial -> trial.get("faults.changesLost").equals("0"))
        .allMatch(trial -> trial.get("faults.leakedConnections").equals("0"));
    assertThat(text("docs/experiments/006-the-published-studies-repeated.md"))
        .contains("about 50 times as long", "**Half of the ratios");
    assertThat(tables.get("006-ratios")).contains("S1a none / HikariCP, cold | 60.2 | 49.5 [");
    assertThat(tables.get("006-answer")).contains("28 that", "14 undecided");
    assertThat(text("docs/experiments/002-a-pool-that-grows-slowly.md"))
        .contains(word(MeasuredTrials.merged(data("002")).disturbed()) + " trial");
  }

  private static String word(long number) {
    return List.of("no", "one", "two", "three", "four", "five").get((int) number);
  }

  private static String text(String page) throws IOException {
    return Files.readString(Path.of("..", page)).replaceAll("\\s+", " ");
  }

  private List<List<String>> rows(String table) {
    return tables
        .get(table)
        .lines()
        .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
        .toList();
  }

  /** Returns the lowest and the highest number of users of a policy with 24 connections. */
  private static String users(List<List<String>> rows, String policy) {
    IntSummaryStatistics users =
        rows.stream()
            .filter(row -> row.get(0).equals(policy) && row.get(2).equals("24"))
            .mapToInt(row -> Integer.parseInt(row.get(3)))
            .summaryStatistics();
    return users.getMin() == users.getMax()
        ? "" + users.getMin()
        : users.getMin() + " to " + users.getMax();
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
