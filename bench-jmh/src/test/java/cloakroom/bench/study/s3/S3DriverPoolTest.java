package cloakroom.bench.study.s3;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.harness.StudyResult.Point;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class S3DriverPoolTest {
  private static Point point(String subject, String work, double millis) {
    return new Point(Map.of("subject", subject, "work", work), 0, List.of(millis), Map.of(), null);
  }

  /** 20 transactions of 0.5 ms and connects of 4.5 ms: with 4 ms of work each it is 9 to 4.5. */
  @Test
  void interpretation_hasTheWorkOfThePublishedRatio_andIsEmptyWithoutPool() {
    List<Point> points =
        List.of(point("UNPOOLED", "0", 100), point("HIKARI", "0", 10), point("HIKARI", "10", 210));

    assertThat(S3DriverPool.interpretation(points))
        .containsExactly(
            "HikariCP: a transaction takes 0.50 ms, a connect 4.50 ms more; the published ratio 2.0"
                + " (427 and 434 ms) corresponds to 4.0 ms of work here");
    assertThat(S3DriverPool.interpretation(List.of(point("UNPOOLED", "0", 100)))).isEmpty();
    assertThat(S3DriverPool.interpretation(List.of())).isEmpty();
  }
}
