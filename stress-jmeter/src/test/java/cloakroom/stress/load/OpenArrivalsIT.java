package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OpenArrivalsIT {
  private static final long STALL = 2_000;

  /** Error of two clocks that count whole milliseconds. */
  private static final long CLOCKS = 5;

  /** The first request begins the stall; the load ends when users have left who came after it. */
  @Test
  void tierThatStalls_isResponseTimeOfAllThatWasDueMeanwhile(@TempDir Path out) throws Exception {
    try (StubTier tier = new StubTier()) {
      tier.stalls(seen -> true, 1, STALL);
      CountDownLatch leaving = tier.latch(30, seen -> seen.path().equals("/logout"));
      String load =
          "-Jarrivals=10 -Jramp_s=1 -Jduration_s=3600 -Jthink_ms=200 -Jiterations=3"
              + " -Jwarmup_users=0";
      List<String> arguments = new ArrayList<>(List.of(load.split(" ", -1)));
      Path plan = Plans.ADF_SESSION.resolveSibling("open-arrivals.jmx");
      arguments.addAll(List.of("--plan", plan.toString()));
      try (EngineProcess engine =
          EngineProcess.start(out, tier.port(), arguments.toArray(String[]::new))) {
        leaving.await();
        engine.type("stop");
        assertThat(engine.exitCode()).isZero();
      }

      List<Row> rows = Samples.requests(out.resolve("samples.jtl"));
      assertThat(rows).allMatch(Row::succeeded).allMatch(row -> row.response() >= row.service());
      long end = tier.stalledUntil - CLOCKS;
      List<Row> due =
          rows.stream()
              .filter(row -> row.due() > end - STALL + 2 * CLOCKS && row.due() < end)
              .toList();
      assertThat(due)
          .as("response time shows the stall in every request that was due meanwhile")
          .allMatch(row -> row.end() >= end)
          .filteredOn(row -> row.number("timeStamp") >= end)
          .as("service time does not show it in those that were sent after it")
          .hasSizeGreaterThan(4);
    }
  }
}
