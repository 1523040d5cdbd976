package cloakroom.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import cloakroom.policy.Preset;
import cloakroom.simulation.Demands.Demand;
import cloakroom.simulation.PredictionRequest.RequestKind;
import cloakroom.simulation.PredictionRequest.Setup;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class SimulationTest {
  private static final RequestKind CHANGE = new RequestKind("change", "", 1, 0, false);
  private static final RequestKind COMMIT = new RequestKind("commit", "", 3, 0, true);
  private static final RequestKind OTHER = new RequestKind("other", "employees", 3, 0, true);

  private static Setup setup(Preset preset, int users, int nodes, int connections, String... set) {
    String policy = preset.policyName();
    Map<String, String> settings = set.length == 0 ? Map.of() : Map.of(set[0], set[1]);
    return setup(policy, settings, "ps-txn", users, nodes, connections);
  }

  private static Setup setup(
      String policy,
      Map<String, String> settings,
      String store,
      int users,
      int nodes,
      int connections,
      String... modules) {
    return new Setup(
        policy,
        settings,
        store,
        users,
        nodes,
        connections,
        Arrays.asList(modules),
        200,
        "exponential",
        1,
        0,
        0,
        false,
        2,
        2);
  }

  private static Demands demands(
      double tier, double database, double network, RequestKind... cycle) {
    Map<Demand, Double> millis = new EnumMap<>(Demand.class);
    for (Demand demand : Demand.values()) {
      millis.put(demand, 0.0);
    }
    millis.put(Demand.TIER, tier);
    millis.put(Demand.DATABASE, database);
    millis.put(Demand.NETWORK, network);
    millis.put(Demand.THINK, 200.0);
    return new Demands(List.of(cycle), millis, List.of());
  }

  /** Returns the mean response time of N users with exponential pauses at c exponential servers. */
  private static double formula(int users, int servers, double think, double service) {
    double weight = 1;
    double sum = 1;
    double thinking = users;
    for (int k = 1; k <= users; k++) {
      weight *= (users - k + 1) * service / think / Math.min(k, servers);
      sum += weight;
      thinking += (users - k) * weight;
    }
    double throughput = thinking / sum / think;
    return users / throughput - think;
  }

  @Test
  void usersAtTwoProcessors_waitAsLongAsTheFormulaSays() {
    SimulationResult outcome =
        Simulation.run(
            setup(Preset.UNBOUNDED, 30, 1, 30 + 1), // one is reserved for snapshots
            demands(10 / Demands.HTTP_TRIPS, 0, 0, new RequestKind("page", "", 0, 0, true)),
            20,
            2_000,
            1);

    double expected = formula(30, 2, 200, 10);
    assertThat(expected).isGreaterThan(12);
    assertThat(outcome.response().mean()).isCloseTo(expected, Percentage.withPercentage(3));
    assertThat(outcome.tierBusy()).isCloseTo(outcome.perSecond() * 0.010 / 2, within(0.01));
    assertThat(outcome.instanceWait().max()).isZero();
  }

  @ParameterizedTest
  @EnumSource(value = Preset.class, mode = Mode.EXCLUDE, names = "NOOP")
  void everyRequest_isEndedFailedOrUnderWay(Preset preset) {
    Setup setup = setup(preset, 60, 2, 20);
    SimulationResult outcome = Simulation.run(setup, demands(1, 0.5, 1, CHANGE, COMMIT), 5, 60, 7);

    assertThat(outcome.begun())
        .isPositive()
        .isEqualTo(outcome.ended() + outcome.failed() + outcome.underWay());
    assertThat(outcome.connectionsMost()).isBetween(1, 10);
    assertThat(outcome.connectionsMean()).isLessThanOrEqualTo(20);
    assertThat(Simulation.run(setup, demands(1, 0.5, 1, CHANGE, COMMIT), 5, 60, 7))
        .as("the same seed again")
        .isEqualTo(outcome);
  }

  @Test
  void distance_isAddedForEachRoundTrip() {
    Setup alone = setup(Preset.UNBOUNDED, 1, 1, 1);
    double near = Simulation.run(alone, demands(1, 0, 0, COMMIT), 5, 500, 3).response().mean();
    double far = Simulation.run(alone, demands(1, 0, 2, COMMIT), 5, 500, 3).response().mean();

    assertThat(far - near).isCloseTo(3 * 2, within(0.5));
  }

  @Test
  void thresholdBelowTheUsers_recyclesAndWritesSnapshots() {
    Demands demands = demands(1, 0.1, 0, CHANGE, COMMIT);
    SimulationResult room =
        Simulation.run(
            setup(Preset.STICKY, 20, 1, 40, "jbo.recyclethreshold", "40"), demands, 5, 60, 1);
    SimulationResult cliff =
        Simulation.run(
            setup(Preset.STICKY, 20, 1, 40, "jbo.recyclethreshold", "10"), demands, 5, 60, 1);

    assertThat(room.counts()).containsEntry("recycles", 0L).containsEntry("snapshotReads", 0L);
    assertThat(cliff.counts().get("recycles")).isPositive();
    assertThat(cliff.counts().get("snapshotWritesRecycle")).isPositive();
    assertThat(cliff.response().mean()).isGreaterThan(room.response().mean());
  }

  @Test
  void eachModule_hasAPoolOfItsOwn() {
    Setup setup = setup(Preset.STICKY, 20, 1, 80, "jbo.recyclethreshold", "40");

    assertThat(Simulation.run(setup, demands(1, 0.1, 0, CHANGE, COMMIT), 5, 60, 1).instances())
        .isEqualTo(20);
    assertThat(
            Simulation.run(setup, demands(1, 0.1, 0, CHANGE, COMMIT, OTHER), 5, 60, 1).instances())
        .isEqualTo(40);
  }

  @Test
  void run_moduleOutsideTheCycle_isOpenedOnceByEachUser() {
    Map<String, String> settings = Map.of("jbo.recyclethreshold", "40");
    Setup setup = setup("sticky", settings, "ps-txn", 20, 1, 80, "", "employees");
    SimulationResult result = Simulation.run(setup, demands(1, 0.1, 0, CHANGE, COMMIT), 5, 60, 1);

    assertThat(result.instances()).isEqualTo(40);
    assertThat(result.connectionsMost()).isEqualTo(40);
    assertThat(result.asked()).as("requests of the cycle").hasSize(2);
  }

  /** Twenty users occupy ten instances of each module, which keep their connections. */
  @ParameterizedTest
  @CsvSource({"20, ps-txn, true", "21, ps-txn, false", "20, memory, false"})
  void run_twoModulesWithThresholdTen_requireOneConnectionMoreForSnapshots(
      int connections, String store, boolean waits) {
    Setup setup = setup("sticky", Map.of(), store, 20, 1, connections);
    SimulationResult result =
        Simulation.run(setup, demands(0.1, 0.1, 0, CHANGE, COMMIT, OTHER), 5, 60, 1);

    assertThat(result.connectionShortage())
        .isEqualTo(
            waits
                ? "a node needs 21 connections (2 module pools x 10 instances + 1 reserved for"
                    + " snapshots) and has 20"
                : "");
    assertThat(result.failed() > 0).isEqualTo(waits);
    assertThat(result.connectionWait().max()).isBetween(waits ? 29_900.0 : 0, waits ? 30_100.0 : 0);
  }

  @Test
  void run_initialInstances_leaveTheConnectionForSnapshots() {
    Map<String, String> settings = Map.of("jbo.ampool.initpoolsize", "10");
    Demands demands = demands(1, 0.1, 0, COMMIT, OTHER);

    assertThatThrownBy(
            () -> Simulation.run(setup("sticky", settings, "ps-txn", 1, 1, 20), demands, 5, 60, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "jbo.ampool.initpoolsize=10: a node needs 21 connections (2 module pools x 10 instances"
                + " + 1 reserved for snapshots) and has 20; choose more --connections or fewer"
                + " instances");
    Setup enough = setup("sticky", settings, "ps-txn", 1, 1, 21);
    assertThat(Simulation.run(enough, demands, 5, 60, 1).failed()).isZero();
  }

  @Test
  void flushesAndChecks_areAskedOfTheDatabase() {
    String policy = "release-passivate";
    String store = "ps-txn-classic";
    Setup passivating =
        new Setup(
            policy, Map.of(), store, 1, 1, 4, List.of(), 200, "constant", 0, 10, 5, true, 2, 2);
    SimulationResult outcome =
        Simulation.run(passivating, demands(0, 0, 0, CHANGE, COMMIT), 5, 60, 1);

    assertThat(outcome.asked().get(0).roundTrips())
        .as("check of the connection, snapshot read and written with a check each, query")
        .isEqualTo(1 + (2 + 1) + (3 + 1) + 1);
    assertThat(outcome.asked().get(0).flushes()).isEqualTo(1);
    assertThat(outcome.response().mean())
        .as("the page, and what flushes take longer")
        .isBetween(5 + 10.0, 5 + 30.0);
  }

  @Test
  void fewConnections_areWaitedFor() {
    Demands demands = demands(1, 0.1, 20, CHANGE, COMMIT);
    SimulationResult few =
        Simulation.run(setup(Preset.RELEASE_IN_MEMORY, 60, 1, 5), demands, 5, 60, 1);
    SimulationResult many =
        Simulation.run(setup(Preset.RELEASE_IN_MEMORY, 60, 1, 60), demands, 5, 60, 1);

    assertThat(few.connectionWait().mean()).isGreaterThan(many.connectionWait().mean() + 10);
    assertThat(few.connectionsMost()).as("without that of snapshots").isEqualTo(5 - 1);
    assertThat(many.connectionWait().max()).isZero();
  }
}
