package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.platform.SteadyTime;
import java.nio.file.Path;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SampleRecorderTest {
  private static final long HOUR = 3_600_000;

  /** What was sent an hour ago by its engine's clock, and just now by ours. */
  @Test
  void loadOfEngineWhoseClockIsLate_isNotOverBeforeItsLastAnswer(@TempDir Path folder)
      throws Exception {
    try (SampleRecorder meter = new SampleRecorder(folder, new Events(), null)) {
      meter.begin();
      long sent = SteadyTime.millis();
      SampleResult sample = SampleResult.createTestSample(sent - HOUR, sent - HOUR + 40);
      sample.setThreadName("users 1-1");
      sample.setTimeStamp(sent);
      meter.sampleOccurred(
          new SampleEvent(sample, "users") {
            @Override
            public String getVarValue(int index) {
              return Long.toString(sample.getStartTime());
            }
          });

      assertThat(meter.over()).isGreaterThanOrEqualTo(sent + 40);
    }
  }

  /** The first samples of all users start at once, by a clock that is 30 ms behind. */
  @Test
  void begin_stampsBehind_startsNoLaterThanTheFirstSample(@TempDir Path folder) throws Exception {
    long stamp = SteadyTime.millis() - 30;
    try (SampleRecorder meter = new SampleRecorder(folder, new Events(), null, () -> stamp)) {
      meter.begin();

      assertThat(meter.measuredFrom()).isEqualTo(stamp);
    }
  }
}
