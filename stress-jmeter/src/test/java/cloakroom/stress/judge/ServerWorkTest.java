package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerWorkTest {
  private static final Offset<Double> CLOSE = within(1e-6);

  @TempDir private Path folder;

  private TrialSummary trial(SyntheticServer server) {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("sticky").load(30, 20).server(server);
    return run.measure().trials().get(0);
  }

  private double rate(SyntheticServer server, String column) {
    return trial(server).figure("rate " + column);
  }

  private static SyntheticServer postgres() {
    return new SyntheticServer("PostgreSQL");
  }

  @Test
  void growth_isThatOfTheMeasuredPhaseWithoutTheMonitorsTransactions() {
    assertThat(rate(postgres().counter("logons", 40), "logons")).isCloseTo(40, CLOSE);
    // rows at -0.7 and 0.3 seconds: three tenths of what came between them belong to the phase
    assertThat(rate(postgres().column("logons", s -> s < 0 ? 0 : 300), "logons"))
        .isCloseTo(3, CLOSE);
    assertThat(rate(postgres().counter("commits", 50).counter("ownTransactions", 6), "commits"))
        .isCloseTo(44, CLOSE);
  }

  @Test
  void gap_isBridged() {
    TrialSummary trial = trial(postgres().counter("logons", 40).gap(0).gap(7).gap(8).gap(29));

    assertThat(trial.figure("rate logons")).isCloseTo(40, CLOSE);
    assertThat(trial.server().gaps()).isEqualTo(4);
    assertThat(trial.server().rows()).isEqualTo(28);
  }

  @Test
  void counterThatWasReset_isNotKnown() {
    assertThat(rate(postgres().column("logons", s -> 900 - s), "logons")).isNaN();
    assertThat(rate(postgres().column("logons", s -> s < 9 ? 50 : 90 * s), "logons")).isPositive();
    assertThat(rate(postgres().column("logons", s -> s < 9 ? 500 + s : 90 * s - 800), "logons"))
        .isNaN();
  }

  @Test
  void waits_areSessionsAtATime_whetherTimedOrCounted() {
    TrialSummary timed =
        trial(
            new SyntheticServer("Oracle")
                .counter("waitMicrosCommit", 1_500_000)
                .counter("waitMicrosUserIo", 250_000));
    TrialSummary counted = trial(postgres().level("waitingLwlock", 3).level("sessions", 9));

    assertThat(timed.waits()).containsOnlyKeys("commit", "user io");
    assertThat(timed.waits().get("commit")).isCloseTo(1.5, CLOSE);
    assertThat(timed.waits().get("user io")).isCloseTo(0.25, CLOSE);
    assertThat(counted.waits()).containsExactly(entry("lwlock", 3.0));
  }

  @Test
  void figures_areMadeAsTheyAreDefined() {
    TrialSummary trial =
        trial(
            new SyntheticServer("Oracle")
                .counter("dbMicros", 2_000_000)
                .counter("connectMicros", 500_000)
                .level("sessions", 12));

    assertThat(figure(trial, "connectPercent")).isCloseTo(25, CLOSE);
    assertThat(figure(trial, "sessionsInCalls")).isCloseTo(2, CLOSE);
    assertThat(figure(trial, "dbMicrosPerRequest")).isCloseTo(100_000, CLOSE);
    assertThat(figure(trial, "sessions")).isEqualTo(12);
    assertThat(figure(trial, "roundTripsPerRequest")).isNaN();
  }

  private static double figure(TrialSummary trial, String name) {
    return Metric.get("server." + name).of(trial);
  }

  @Test
  void curves_areGrowthFromRowToRow() {
    Map<String, List<double[]>> curves =
        trial(postgres().counter("dbMicros", 3_000_000).counter("logBytes", 4_000)).curves();

    assertThat(curves.get("server-calls"))
        .hasSize(30)
        .allSatisfy(point -> assertThat(point[1]).isCloseTo(3, CLOSE));
    assertThat(curves.get("server-log").get(0)[1]).isCloseTo(4, CLOSE);
  }
}
