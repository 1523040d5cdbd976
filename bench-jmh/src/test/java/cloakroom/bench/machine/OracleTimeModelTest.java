package cloakroom.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What two readings of the time model say. */
final class OracleTimeModelTest {
  private static OracleTimeModel reading(double db, double connecting) {
    return OracleTimeModel.of(
        Map.of(
            "DB time", db, "connection management call elapsed time", connecting, "DB CPU", 1.0));
  }

  @Test
  void shareOfConnecting_isOfTheTimeBetweenTwoReadings() {
    assertThat(reading(300, 90).connectPercentSince(reading(100, 40))).isEqualTo(25);
  }

  @Test
  void figureThatIsMissing_isNotInvented() {
    OracleTimeModel empty = OracleTimeModel.of(Map.of());
    assertThat(empty.cpuMillis()).isNaN();
    assertThat(reading(1, 1).connectPercentSince(empty)).isNaN();
  }
}
