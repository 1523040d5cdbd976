package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.platform.SteadyTime;
import java.util.Map;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleResult;
import org.junit.jupiter.api.Test;

final class SampleRecorderTest {
  private static final long HOUR = 3_600_000;

  /** Records a sample of the measured phase that was sent when it was due. */
  private static void record(SampleRecorder recorder, long start, long elapsed, long stamp) {
    record(recorder, start, elapsed, stamp, Long.toString(start));
  }

  private static void record(
      SampleRecorder recorder, long start, long elapsed, long stamp, String due) {
    SampleResult sample = SampleResult.createTestSample(start, start + elapsed);
    sample.setThreadName("users 1-1");
    sample.setTimeStamp(stamp);
    recorder.sampleOccurred(
        new SampleEvent(sample, "users") {
          @Override
          public String getVarValue(int index) {
            return due;
          }
        });
  }

  @Test
  void over_engineWithLateClock_isNotBeforeTheLastResponse() {
    SampleRecorder recorder = new SampleRecorder(new Events(), null, SteadyTime::millis);
    recorder.begin();
    long sent = SteadyTime.millis();
    record(recorder, sent - HOUR, 40, sent);

    assertThat(recorder.over()).isGreaterThanOrEqualTo(sent + 40);
  }

  /** The first samples of all users start at once, by a clock that is 30 ms behind. */
  @Test
  void begin_stampsBehind_startsNoLaterThanTheFirstSample() {
    long stamp = SteadyTime.millis() - 30;
    SampleRecorder recorder = new SampleRecorder(new Events(), null, () -> stamp);
    recorder.begin();

    assertThat(recorder.measuredFrom()).isEqualTo(stamp);
  }

  @Test
  void tick_hasTimesOfItsIntervalAndOfThePhaseSoFar() {
    SampleRecorder recorder = new SampleRecorder(new Events(), null, SteadyTime::millis);
    assertThat(recorder.tick(1).soFar()).isEmpty();
    recorder.begin();
    assertThat(recorder.tick(1).p95Ms()).isNaN();

    long now = SteadyTime.millis();
    record(recorder, now, 10, now);
    assertThat(recorder.tick(1).p95Ms()).isEqualTo(10);
    record(recorder, now, 30, now);
    Tick tick = recorder.tick(1);

    assertThat(tick.p95Ms()).isEqualTo(30);
    assertThat(tick.soFar())
        .containsAllEntriesOf(
            Map.of("response.mean", 20.0, "response.p50", 10.0, "service.max", 30.0));
  }

  @Test
  void tick_engineWithoutDueTimes_hasNoLateness() {
    SampleRecorder recorder = new SampleRecorder(new Events(), null, SteadyTime::millis);
    recorder.begin();
    long now = SteadyTime.millis();
    record(recorder, now, 10, now);
    assertThat(recorder.tick(1).lagP95Ms()).isZero();

    record(recorder, now, 30, now, "");
    Tick tick = recorder.tick(1);
    assertThat(tick.lagP95Ms()).isNaN();
    assertThat(tick.meanMs()).isEqualTo(30);
    assertThat(tick.p95Ms()).isEqualTo(30);
  }
}
