package cloakroom.stress.report;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.document.Cell;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.SyntheticRun;
import cloakroom.stress.measure.SyntheticServer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The section about the database server, in every printer. */
final class ServerReportTest extends PrintedRun {
  private static SyntheticServer postgres() {
    return new SyntheticServer("PostgreSQL")
        .counter("commits", 105)
        .counter("ownTransactions", 5)
        .counter("logBytes", 2_000_000)
        .counter("dbMicros", 250_000)
        .level("sessions", 20)
        .level("waitingIo", 1.0);
  }

  private static SyntheticServer oracle() {
    return new SyntheticServer("Oracle")
        .counter("commits", 40)
        .refused("waits", "grant read on sys.v_$con_system_event to mon", "waitMicrosCommit")
        .refused("time-model", "grant read on sys.v_$con_sys_time_model to mon", "dbMicros");
  }

  private RunSummary write(SyntheticServer... servers) {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int i = 0; i < servers.length; i++) {
      run.trial(i == 0 ? "sticky" : "release-in-memory").server(servers[i]);
    }
    return print(run);
  }

  private static String row(RunSummary run, String label) {
    return ServerSection.table(run).rows().stream()
        .filter(row -> row.cells().get(0).text().equals(label))
        .map(row -> row.cells().stream().skip(1).map(Cell::text).collect(joining(" | ")))
        .findFirst()
        .orElse("no such row");
  }

  @Test
  void figures_areThoseOfTheVariants() {
    RunSummary run = write(postgres(), postgres().counter("commits", 45));

    assertThat(row(run, "commits")).isEqualTo("5.00 | 2.00");
    assertThat(row(run, "redo or WAL (B)")).isEqualTo("100,000 | 100,000");
    assertThat(row(run, "in a call")).isEqualTo("0.25 | 0.25");
    assertThat(row(run, "connected")).isEqualTo("20.00 | 20.00");
    assertThat(row(run, "io")).isEqualTo("1.00 | 1.00");
  }

  @Test
  void figureThatTheServerDoesNotCount_isNotToldAndWithoutARecordADash() {
    RunSummary run = write(postgres());

    assertThat(row(run, "round trips")).isEqualTo("not told");
    assertThat(row(run, "of it on a processor (µs)")).isEqualTo("not told");
    assertThat(row(run, "DRCP: waits")).isEqualTo("no such row");
    assertThat(row(write(postgres(), null), "commits")).isEqualTo("5.00 | –");
  }

  @Test
  void figureThatTheUserMayNotRead_isNotPermittedAndTheGrantIsNamed() throws IOException {
    RunSummary run = write(oracle());

    assertThat(row(run, "time in calls (µs)")).isEqualTo("not permitted");
    assertThat(row(run, "any")).isEqualTo("not permitted");
    assertThat(row(run, "commits")).isEqualTo("2.00");
    for (String report : List.of("report.md", "report.html")) {
      assertThat(text(report))
          .contains("not permitted", "grant read on sys.v_$con_system_event to mon");
    }
    assertThat(text("report.html")).contains("sessions of the tier").doesNotContain("pg_stat");
  }

  @Test
  void waitClassesThatNobodyWaitedFor_areLeftOut() {
    assertThat(row(write(postgres().level("waitingLock", 0)), "lock")).isEqualTo("no such row");
    assertThat(row(write(postgres().level("waitingIo", 0)), "any")).isEqualTo("0");
  }

  @Test
  void costOfWatchingAndGaps_areSaid() {
    assertThat(ServerSection.notes(write(postgres().gap(3).gap(4), postgres().gap(9))))
        .contains(
            "Asking took 5.00 statements and 2.50 ms of waiting in a second, over a connection of"
                + " its own; its transactions are not among the commits.",
            "At 3 moments the server did not answer within a second.");
    assertThat(ServerSection.notes(write(postgres()))).hasSize(1);
  }

  @Test
  void lastFailureOfEachTrial_isSaid() {
    String lost = "PSQLException: the connection was reset";
    assertThat(
            ServerSection.notes(
                write(postgres().gap(3).failure(lost), postgres().gap(9).failure(lost))))
        .containsOnlyOnce("Asking failed: " + lost + ".");
  }

  @Test
  void page_hasTheSectionItsChartsAndTheirPoints() throws IOException {
    write(postgres());
    String html = text("report.html");

    assertThat(html)
        .contains(
            "id=\"server\"",
            "href=\"#server\"",
            "id=\"chart-server-calls\"",
            "\"id\":\"server-log\"",
            "href=\"trials/01-sticky/server.csv\"");
    assertThat(text("report.md")).contains("## " + ServerSection.TITLE);
  }

  @Test
  void runThatDidNotAsk_hasNoSection() throws IOException {
    write((SyntheticServer) null);

    assertThat(text("report.html")).doesNotContain("id=\"server\"", "server-calls");
    assertThat(text("report.md")).doesNotContain(ServerSection.TITLE);
    assertThat(trial(0).at("/server/product").asText("none")).isEmpty();
    assertThat(trial(0).at("/server/commitsPerRequest").isNull()).isTrue();
  }

  @Test
  void summary_holdsFiguresWaitsAndRefusals() throws IOException {
    write(postgres(), oracle());

    assertThat(trial(0).at("/server/product").asText()).isEqualTo("PostgreSQL");
    assertThat(trial(0).at("/server/commitsPerRequest").asDouble()).isEqualTo(5);
    assertThat(trial(0).at("/server/waits/io").asDouble()).isEqualTo(1);
    assertThat(trial(0).at("/server/roundTripsPerRequest").isNull()).isTrue();
    assertThat(trial(1).at("/server/groups/1/state").asText()).isEqualTo("not permitted");
    assertThat(trial(1).at("/server/groups/1/grant").asText()).startsWith("grant read on");
    assertThat(faults(summary())).isEmpty();
  }
}
