package cloakroom.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.simulation.PredictionRequest.RequestKind;
import cloakroom.simulation.PredictionRequest.Setup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictionTest {
  private static final Setup MEASURED = users(8, 40, 0);

  private final Map<String, Double> figures =
      new HashMap<>(
          Map.of(
              "throughputPerSecond", 30.0,
              "response.mean", 10.0,
              "cpuMicrosPerRequest.tier", 900.0,
              "cpuMicrosPerRequest.database", 600.0));

  private Prediction predict(Setup asked) {
    List<RequestKind> cycle =
        List.of(
            new RequestKind("change", "", 0, 0, false), new RequestKind("commit", "", 4, 0, true));
    return Prediction.of(new PredictionRequest(MEASURED, asked, figures, cycle, 100, 1));
  }

  private static Setup users(int users, int connections, double rtt) {
    return setup("sticky", users, connections, rtt);
  }

  private static Setup setup(String policy, int users, int connections, double rtt) {
    String think = "exponential";
    return new Setup(
        policy,
        Map.of(),
        "ps-txn",
        users,
        1,
        connections,
        List.of(),
        500,
        think,
        rtt,
        0,
        0,
        false,
        2,
        2);
  }

  @Test
  void of_fewerConnectionsThanInstances_notesTheRequiredNumber() {
    String need = "a node needs 11 connections (1 module pool x 10 instances + 1 reserved";

    assertThat(predict(users(20, 10, 0)).notes())
        .anyMatch(note -> note.startsWith(need) && note.contains("and has 10: requests wait"));
    assertThat(predict(users(20, 11, 0)).notes())
        .noneMatch(note -> note.contains("a node needs") || note.contains("requests failed"));
    assertThat(predict(setup("release-in-memory", 20, 10, 0)).notes())
        .noneMatch(note -> note.contains("a node needs"));
  }

  @Test
  void measuredSystem_isPredictedAsItWasMeasured() {
    Prediction same = predict(MEASURED);

    assertThat(same.predicted().response().mean()).isCloseTo(10, Percentage.withPercentage(5));
    assertThat(same.restMs()).isBetween(5.0, 10.0);
    assertThat(same.notes()).noneMatch(note -> note.startsWith("not valid"));
  }

  @ParameterizedTest
  @CsvSource({"0.95, false", "0.8, true"})
  void runFasterThanItsSimulation_isNotValidBeyondATenth(double share, boolean invalid) {
    figures.put("response.mean", share * (10 - predict(MEASURED).restMs()));

    assertThat(predict(MEASURED).notes().stream().anyMatch(n -> n.contains("faster than its own")))
        .isEqualTo(invalid);
  }

  @ParameterizedTest
  @CsvSource({"1, 3000, 4", "1, 900, 4", "0, 900, 9"})
  void measuredSystem_hasItsMeasuredP95(double rtt, double tierMicros, double trips) {
    figures.put("cpuMicrosPerRequest.tier", tierMicros);
    figures.putAll(
        Map.of(
            "response.p50", 8.0,
            "response.p90", 16.0,
            "response.p95", 20.0,
            "response.p99", 30.0,
            "response.p999", 60.0));

    List<RequestKind> cycle =
        List.of(
            new RequestKind("change", "", 3, 0, false),
            new RequestKind("commit", "", trips, 0, true));
    Setup measured = users(8, 40, rtt);
    Prediction same =
        Prediction.of(new PredictionRequest(measured, measured, figures, cycle, 100, 1));

    assertThat(same.predicted().response().mean()).isCloseTo(10, Percentage.withPercentage(8));
    assertThat(same.predicted().response().p95()).isCloseTo(20, Percentage.withPercentage(8));
  }

  @Test
  void moreLoadThanWasMeasured_isSaidToBeBeyondIt() {
    Prediction more = predict(users(9, 40, 0));
    Prediction most = predict(users(2_000, 4_000, 0));

    assertThat(more.notes())
        .noneMatch(note -> note.contains("saturated") || note.contains("validated"))
        .anyMatch(
            note -> note.startsWith("not simulated: passes of the pool monitor, every 600 s"));
    assertThat(most.notes())
        .contains(
            "beyond what was validated: 2000 users of a node, more than 3 times the measured 8")
        .anyMatch(note -> note.startsWith("beyond what was measured: processors of the tier"))
        .anyMatch(note -> note.contains("nearly saturated"));
  }

  @Test
  void addedLatency_isPaidForEachRoundTrip() {
    double near = predict(users(8, 40, 0)).predicted().response().mean();
    double far = predict(users(8, 40, 10)).predicted().response().mean();

    assertThat(far - near).isCloseTo(20, Percentage.withPercentage(10));
  }

  @Test
  void snapshotsOfTheMeasuredPool_areInItsRoundTrips() {
    List<RequestKind> cycle =
        List.of(
            new RequestKind("change", "", 6, 0, false), new RequestKind("commit", "", 6, 0, true));
    Setup passivating = setup("release-passivate", 8, 40, 0);
    PredictionRequest alike =
        new PredictionRequest(passivating, passivating, figures, cycle, 100, 1);
    PredictionRequest other = new PredictionRequest(passivating, MEASURED, figures, cycle, 100, 1);
    Prediction same = Prediction.of(alike);
    Prediction kept = Prediction.of(other);

    assertThat(same.predicted().response().mean()).isCloseTo(10, Percentage.withPercentage(5));
    assertThat(kept.predicted().response().mean()).isLessThan(8);
    assertThat(kept.notes()).anyMatch(note -> note.startsWith("another policy or store"));
  }

  @Test
  void runInWhosePoolsUsersWaited_isNoSource() {
    figures.put("modules.maxInstances", 12.0);
    assertThat(predict(MEASURED).notes()).noneMatch(note -> note.startsWith("not valid"));

    figures.put("modules.maxInstances", 13.0);
    assertThat(predict(MEASURED).notes())
        .anyMatch(note -> note.startsWith("not valid: the measured pools grew to 13 instances"));
  }

  @Test
  void heap_isThatOfANodesSessions() {
    figures.putAll(
        Map.of(
            "liveHeap.kilobytesPerSession", 1024.0,
            "liveHeap.sessions", 8.0,
            "liveHeap.megabytes", 28.0));

    assertThat(predict(users(100, 200, 0)).heapMegabytes()).isEqualTo(120);
    figures.remove("liveHeap.megabytes");
    assertThat(predict(MEASURED).heapMegabytes()).isNull();
  }

  @Test
  void whatCannotBeSimulated_isRefusedInOneLine() {
    assertThatThrownBy(() -> predict(users(0, 40, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("users 0: must be from 1 to 1000000");
    figures.remove("cpuMicrosPerRequest.tier");
    assertThatThrownBy(() -> predict(MEASURED))
        .hasMessage("the measured run does not contain cpuMicrosPerRequest.tier");
  }
}
