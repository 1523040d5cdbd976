package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import cloakroom.stress.options.Think;
import cloakroom.stress.plan.IterationWork;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.RunOptions.WarmUp;
import cloakroom.stress.settings.RunSettings.LoadSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private final Calibration calibration = new Calibration(80, 2);

  /** Reads the seconds of all processes after 0, 500, 600 and 1,000 transactions. */
  private void add(String variant, double first, double last) {
    calibration.add(variant, 0, new CpuReading(1, 1, 1, Double.NaN));
    calibration.add(variant, 500, new CpuReading(1, 1, 1 + first, Double.NaN));
    calibration.add(variant, 600, new CpuReading(1, 1, 1 + first, Double.NaN));
    calibration.add(variant, 1000, new CpuReading(1, 1, 1 + first + last, Double.NaN));
  }

  @Test
  void pause_keepsTheMachineHalfBusyUnderTheMostExpensiveVariant() {
    add("cheap", 5, 1); // the later half: 2 ms each
    add("expensive", 3, 2.5015); // 5.003 ms each

    assertThat(calibration.pause()).isEqualTo(Duration.ofMillis(410)); // 80 * 5.003 / (0.5 * 2)
    assertThat(calibration.reason())
        .isEqualTo(
            "expensive needs most CPU time, 5.0 ms for each transaction,"
                + " so that 80 users keep about half of 2 processors busy");
  }

  @Test
  void pause_ofAFastMachine_isTheMinimum() {
    add("a", 1, 0.9);

    assertThat(calibration.pause()).isEqualTo(Calibration.MIN_PAUSE);
    assertThat(calibration.reason()).contains("at most half");
  }

  @Test
  void machineThatCannotSustainTheUsers_isRejectedWithNumbers() {
    add("a", 1, 100); // 200 ms each, and 50 users fit into pauses of 10 s

    assertThatThrownBy(calibration::pause)
        .isInstanceOfSatisfying(
            StressFailure.class, e -> assertThat(e.exitCode()).isEqualTo(StressFailure.WRONG_USE))
        .hasMessageContaining("--users 80: this machine cannot sustain them")
        .hasMessageContaining("200 ms of CPU time")
        .hasMessageContaining("at most --users 50");
  }

  @Test
  void variantWithoutTransactions_isRejected() {
    calibration.add("a", 0, CpuReading.NONE);

    assertThatThrownBy(calibration::pause)
        .hasMessageContaining("variant 'a' completed no transaction");
  }

  private static final IterationWork WORK = new IterationWork(2, 2, 4, true);

  @Test
  void calibratedLoad_fillsElevenSecondsUnlessIterationsAreGiven() {
    LoadSettings load =
        new LoadSettings(80, LoadSettings.FIT, Think.AUTO, Duration.ZERO, WarmUp.NONE);

    assertThat(load.calibrated(Duration.ofMillis(200), WORK).iterations()).isEqualTo(27);
    assertThat(load.calibrated(Duration.ofSeconds(5), WORK).iterations()).isEqualTo(4);
    assertThat(
            load.calibrated(Duration.ofMillis(200), WORK)
                .transactions(new Variant("", "sticky", Map.of("users", "30")), WORK))
        .isEqualTo(30 * 27 * 2);
    assertThat(
            new LoadSettings(80, 7, Think.AUTO, Duration.ZERO, WarmUp.NONE)
                .calibrated(Duration.ofSeconds(1), WORK)
                .iterations())
        .isEqualTo(7);
  }
}
