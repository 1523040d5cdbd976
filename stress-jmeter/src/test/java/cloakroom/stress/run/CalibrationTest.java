package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Load;
import cloakroom.stress.run.RunSettings.Think;
import cloakroom.stress.run.RunSettings.WarmUp;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private final Calibration calibration = new Calibration(80, 2);

  @Test
  void pause_keepsTheMachineHalfBusyUnderTheMostExpensiveVariant() {
    calibration.add("cheap", 1000, 1, 0.5, 0.5, Double.NaN); // 2 ms each
    calibration.add("expensive", 1000, 1, 2, 1, 1.003); // 5.003 ms each

    assertThat(calibration.pause()).isEqualTo(Duration.ofMillis(410)); // 80 * 5.003 / (0.5 * 2)
    assertThat(calibration.reason())
        .isEqualTo(
            "expensive needs most CPU time, 5.0 ms for each transaction,"
                + " so that 80 users keep about half of 2 processors busy");
  }

  @Test
  void pause_ofAFastMachine_isTheMinimum() {
    calibration.add("a", 1000, 0.5, 0.2, 0.1, 0.1);

    assertThat(calibration.pause()).isEqualTo(Calibration.MIN_PAUSE);
    assertThat(calibration.reason()).contains("at most half");
  }

  @Test
  void machineThatCannotSustainTheUsers_isRejectedWithNumbers() {
    calibration.add("a", 10, 2, 0, 0, 0); // 200 ms each, and 125 fit into pauses of 10 s

    assertThatThrownBy(calibration::pause)
        .isInstanceOfSatisfying(
            StressFailure.class, e -> assertThat(e.exitCode()).isEqualTo(StressFailure.WRONG_USE))
        .hasMessageContaining("--users 80: this machine cannot sustain them")
        .hasMessageContaining("200 ms of CPU time")
        .hasMessageContaining("at most --users 50");
  }

  @Test
  void variantWithoutTransactions_isRejected() {
    assertThatThrownBy(() -> calibration.add("a", 0, 1))
        .hasMessageContaining("variant 'a' completed no transaction");
  }

  @Test
  void calibratedLoad_fillsElevenSecondsUnlessIterationsAreGiven() {
    Load load = new Load(80, Load.FIT, Think.AUTO, Duration.ZERO, WarmUp.NONE);

    assertThat(load.calibrated(Duration.ofMillis(200)).iterations()).isEqualTo(27);
    assertThat(load.calibrated(Duration.ofSeconds(5)).iterations()).isEqualTo(4);
    assertThat(load.calibrated(Duration.ofMillis(200)).transactions()).isEqualTo(80 * 27 * 2);
    assertThat(
            new Load(80, 7, Think.AUTO, Duration.ZERO, WarmUp.NONE)
                .calibrated(Duration.ofSeconds(1))
                .iterations())
        .isEqualTo(7);
  }
}
