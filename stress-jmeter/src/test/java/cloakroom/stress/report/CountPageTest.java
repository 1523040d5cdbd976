package cloakroom.stress.report;

import static cloakroom.stress.folder.VariantCost.DatabaseCost.CONNECTIONS_HELD;
import static cloakroom.stress.folder.VariantCost.DatabaseCost.ROUND_TRIPS;
import static cloakroom.stress.folder.VariantCost.DatabaseCost.SNAPSHOT_WRITES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.compare.RunComparison;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.folder.VariantCost.Counted;
import cloakroom.stress.folder.VariantCost.DatabaseCost;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CountPageTest extends PrintedRun {
  private RunSummary run;

  /** All requests wait for their turn, and the database does not report log flushes. */
  @BeforeEach
  void write() throws IOException {
    SyntheticRun counted = SyntheticRun.in(folder).withoutLoad();
    counted.trial("sticky").rows(rows -> rows.forEach(row -> row.due -= 300));
    counted.trial("release-in-memory");
    counted.write();
    Path file = folder.resolve("round-trips.csv");
    Files.delete(file);
    add(file, "sticky", Map.of(ROUND_TRIPS, 14L, SNAPSHOT_WRITES, 1L, CONNECTIONS_HELD, 20L));
    add(file, "release-in-memory", Map.of(ROUND_TRIPS, 5L, SNAPSHOT_WRITES, 0L));
    run = Reports.write(folder);
  }

  private static void add(Path file, String variant, Map<DatabaseCost, Long> costs)
      throws IOException {
    VariantCost.append(file, variant, List.of(new Counted("page", "commit", costs)));
  }

  @Test
  void console_namesTheFewestAndTheMostRoundTrips() {
    assertThat(Reports.exitCode(run)).isZero();
    String console = console(run);
    assertThat(console)
        .contains("release-in-memory needs the fewest round trips for a transaction: 5.0; sticky")
        .containsPattern("needs\\s+the\\s+most:\\s+14\\.0")
        .containsPattern("sticky +14\\.0 +n/a +n/a +n/a +1\\.0 +n/a +20 +n/a")
        .contains("the counters agree");
    assertThat(console.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void page_countersDisagree_hasNoCountAsItsFirstSentence() throws IOException {
    SyntheticRun lying = SyntheticRun.in(folder.resolve("lying")).withoutLoad();
    lying.trial("sticky").lie("checkins", -1);
    Reports.write(lying.write());

    assertThat(text("lying/report.html"))
        .contains("class=\"verdict bad\"")
        .contains("headline\">No valid counts: the counters do not agree (1 audit check failed)")
        .doesNotContain("the counters agree", "needs 14.0");
  }

  @Test
  void comparison_ofACountedRun_isRejected() {
    assertThatThrownBy(() -> RunComparison.of(List.of(folder, folder)))
        .hasMessage(folder + ": was counted without load; choose a run under load");
  }
}
