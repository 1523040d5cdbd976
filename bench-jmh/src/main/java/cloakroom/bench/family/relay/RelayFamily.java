package cloakroom.bench.family.relay;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyCell;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyRounds;
import cloakroom.bench.family.relay.RelayBenchmark.Way;
import java.util.List;
import java.util.Map;

/** The relay's process between connections and an echo, beside the same without a relay. */
public final class RelayFamily implements Family {
  private static final int CONNECTIONS = 100;
  private static final String ROUND_TRIP = "roundTrip";
  private static final String ALONE = "1 connection";

  /** As a tier under the stress test makes them: each connection pauses for 50 ms. */
  private static final String PACED = CONNECTIONS + " connections, 2,000 round trips/s";

  private static final String AT_ONCE = CONNECTIONS + " connections, at once";

  private static final double MOST_ADDED_MICROS = 40;
  private static final double MOST_MISSED_P50 = 5;
  private static final double MOST_MISSED_P99 = 10;
  private static final double LEAST_CARRIED = 20_000;

  /** The same, told apart from what its caller and its echo are able to do. */
  private static final double MOST_CPU_MICROS = 50;

  private static final List<String> COLUMNS =
      List.of("round trips/s", "p50 µs", "p99 µs", "relay's CPU µs/round trip");

  @Override
  public String name() {
    return "relay";
  }

  @Override
  public boolean needsDatabase() {
    return false;
  }

  private static FamilyCell cell(String heading, Way way) {
    return new FamilyCell(
        heading,
        way.words(),
        RelayBenchmark.class,
        ROUND_TRIP,
        Map.of("way", way.name(), "pauseMillis", heading.equals(PACED) ? "50" : "0"),
        heading.equals(ALONE) ? 1 : CONNECTIONS);
  }

  @Override
  public List<FamilyCell> cells(boolean full) {
    return List.of(
        cell(ALONE, Way.DIRECT),
        cell(ALONE, Way.RELAY),
        cell(ALONE, Way.FAR),
        cell(PACED, Way.DIRECT),
        cell(PACED, Way.RELAY),
        cell(PACED, Way.FAR),
        cell(AT_ONCE, Way.DIRECT),
        cell(AT_ONCE, Way.PINNED));
  }

  @Override
  public void read(FamilyRounds rounds, FamilyResult found) throws InterruptedException {
    for (FamilyCell cell : rounds.cells(ROUND_TRIP)) {
      found.row(
          cell,
          COLUMNS,
          rounds.counted(cell, "perSecond"),
          rounds.micros(cell, 50),
          rounds.micros(cell, 99),
          rounds.cpuMicros(cell));
    }
    found.atMost(
        "added at no distance, p50, " + ALONE,
        MOST_ADDED_MICROS,
        "µs",
        rounds.micros(cell(ALONE, Way.RELAY), 50) - rounds.micros(cell(ALONE, Way.DIRECT), 50));
    found.atMost("1 ms missed by, p50, " + PACED, MOST_MISSED_P50, "%", missed(rounds, 50));
    found.atMost("1 ms missed by, p99, " + PACED, MOST_MISSED_P99, "%", missed(rounds, 99));
    FamilyCell pinned = cell(AT_ONCE, Way.PINNED);
    found.atLeast(
        "carried on one processor, " + AT_ONCE,
        LEAST_CARRIED,
        "round trips/s",
        rounds.counted(pinned, "perSecond"));
    found.atMost(
        "the relay's processor time for each of them",
        MOST_CPU_MICROS,
        "µs",
        rounds.cpuMicros(pinned));
    if (!RelayBenchmark.taskset("-V")) {
      found.remarks().add("There is no taskset here: the relay had more than one processor.");
    }
  }

  /** By how many per cent what the relay adds differs from what it was asked for. */
  private static double missed(FamilyRounds rounds, double percentile) {
    double added =
        rounds.micros(cell(PACED, Way.FAR), percentile)
            - rounds.micros(cell(PACED, Way.DIRECT), percentile);
    double asked = RelayBenchmark.DISTANCE.toNanos() / 1e3;
    return Math.abs(added - asked) / asked * 100;
  }
}
