package cloakroom.bench.study.s2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult.Point;
import cloakroom.bench.study.Studies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ConnectReadingTest {
  private static final StudyDefinition CARD = Studies.cards(List.of("S2")).get(0);

  private final List<Point> points = new ArrayList<>();

  private void measured(String mode, int streams, double millis, double clientMsEach) {
    points.add(
        new Point(
            Map.of(
                "mode",
                mode,
                "streams",
                Integer.toString(streams),
                "clientWork",
                "10",
                "pinned",
                "true"),
            streams,
            List.of(millis),
            Map.of(
                "served", 100.0 * streams, "clientMsEach", clientMsEach, "processorsOfClient", 1.0),
            Optional.empty()));
  }

  @Test
  void queueOfOneStream_isItsWorkAndItsRest() {
    assertThat(ConnectReading.queue(1, 1, 10, 5)).isCloseTo(15, within(1e-9));
    assertThat(ConnectReading.queue(1, 2, 10, 5)).isCloseTo(15, within(1e-9));
  }

  /** Two streams at one processor: one of them works, the other waits or is away. */
  @Test
  void queueOfTwoStreams_isThatOfTheMachineRepairModel() {
    // weights 1, 2, 2 with work = rest: busy 4 of 5
    assertThat(ConnectReading.queue(2, 1, 10, 10)).isCloseTo(25, within(1e-9));
    assertThat(ConnectReading.queue(2, 2, 10, 10)).isCloseTo(20, within(1e-9));
  }

  @Test
  void queueOfManyStreams_isTheirWorkOverTheProcessors() {
    assertThat(ConnectReading.queue(100, 2, 10, 5)).isCloseTo(500, within(0.1));
  }

  @Test
  void published_isExplainedByItsClientsProcessors() {
    assertThat(ConnectReading.of(CARD, points))
        .hasSize(3)
        .contains(
            "dedicated (published): the client took 26.3 ms of processor time for each connect,"
                + " however many streams, and had 0.44 processors with one stream and 1.67 with 6;"
                + " a queue for 2 processors, and nothing else, gives its curve within 12 %.")
        .anyMatch(line -> line.startsWith("shared (published)") && line.contains("1.80 with 6"));
  }

  @Test
  void modesThatDrawTogether_areToldWithWhatTheQueueGives() {
    measured("DIRECT", 1, 1600, 12);
    measured("DIRECT", 6, 7600, 12);
    measured("BOUNCER_SESSION", 1, 1250, 12);
    measured("BOUNCER_SESSION", 6, 7300, 12);

    assertThat(ConnectReading.of(CARD, points))
        .hasSize(4)
        .last()
        .isEqualTo(
            "10 ms of client work, client and server apart: DIRECT / BOUNCER_SESSION is 1.28 x with"
                + " one stream and 1.04 x with 6; a queue for the client's processors (1) alone"
                + " gives 1.00 x.");
  }

  @Test
  void modeThatWasNotMeasuredWithAllStreams_isNotTold() {
    measured("DIRECT", 1, 1600, 12);
    measured("BOUNCER_SESSION", 1, 1250, 12);
    measured("DIRECT", 6, 7600, 12);

    assertThat(ConnectReading.of(CARD, points)).hasSize(3);
  }
}
