package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.Throughput;
import cloakroom.stress.run.OverheadResult.Round;
import cloakroom.stress.run.OverheadResult.Side;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverheadResultTest {
  private static Side side(long requests, long failed) {
    return new Side(new Throughput(requests, failed, requests, 10), requests / 10_000.0);
  }

  private static OverheadResult result(long runner, long stock, long failed) {
    return new OverheadResult(
        List.of(
            new Round(side(runner, failed), side(stock, 0)),
            new Round(side(runner, 0), side(stock, 0))));
  }

  @Test
  void ratioThatReachesWhatIsAskedFor_isMet() {
    OverheadResult result = result(96_000, 100_000, 0);

    assertThat(result.exitCode(0.95)).isZero();
    assertThat(result.lines(0.95))
        .contains(
            "    1           9600         10000   0.960               100.0              100.0",
            "throughput, runner / stock JMeter: 0.960 (95 % interval 0.960 to 0.960); at least"
                + " 0.95: met");
  }

  @Test
  void ratioWhoseIntervalReachesBelow_isSaidToBeUnsettled() {
    OverheadResult result =
        new OverheadResult(
            List.of(
                new Round(side(90_000, 0), side(100_000, 0)),
                new Round(side(120_000, 0), side(100_000, 0))));

    assertThat(result.exitCode(0.95)).isZero();
    assertThat(String.join("\n", result.lines(0.95)))
        .contains("0.95: met, but the interval reaches below it: more --rounds");
  }

  @Test
  void ratioBelow_isMissed() {
    assertThat(result(94_000, 100_000, 0).exitCode(0.95)).isEqualTo(1);
    assertThat(String.join("\n", result(94_000, 100_000, 0).lines(0.95))).contains("MISSED");
  }

  @Test
  void failedRequests_makeTheResultInvalid() {
    assertThat(result(100_000, 100_000, 1).exitCode(0.95)).isEqualTo(3);
    assertThat(result(100_000, 100_000, 1).lines(0.95))
        .contains("1 requests failed: the result is invalid");
  }
}
