package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.jmeter.sampler.TestAction;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterThread;
import org.apache.jmeter.threads.JMeterVariables;
import org.apache.jmeter.threads.SamplePackage;
import org.apache.jmeter.timers.ConstantThroughputTimer;
import org.apache.jmeter.timers.ConstantTimer;
import org.apache.jmeter.timers.Timer;
import org.apache.jmeter.timers.UniformRandomTimer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DuePointTest {
  @BeforeEach
  void start() {
    JMeterContextService.getContext().setVariables(new JMeterVariables());
    DuePoint.start(1000);
  }

  @AfterEach
  void finish() {
    DuePoint.finish();
  }

  private static long sampled(long start, long end) {
    return DuePoint.current().sampled(start, end);
  }

  @Test
  void firstSample_isDueWhenItsThreadStarts() {
    assertThat(sampled(1007, 1010)).isEqualTo(1000);
  }

  @Test
  void nextSample_isDueWhenThePreviousEnded() {
    sampled(1000, 1010);

    assertThat(sampled(1011, 1020)).isEqualTo(1010);
  }

  @Test
  void waits_addUpAndBeingLateDoesNotMoveWhatIsDue() {
    sampled(1000, 1010);
    DuePoint.current().asked(300);
    DuePoint.current().asked(20);

    assertThat(sampled(1999, 2010)).isEqualTo(1330);
    assertThat(sampled(2010, 2020)).isEqualTo(2010);
  }

  @Test
  void sample_isNeverDueAfterItWasSent() {
    sampled(1000, 1010);
    DuePoint.current().asked(300);

    assertThat(sampled(1309, 1320)).isEqualTo(1309);
  }

  @Test
  void sampleAfterAnUnknownWait_isDueWhenSentAndTheNextCountsAgain() {
    sampled(1000, 1010);
    DuePoint.current().askedForUnknown();

    assertThat(sampled(5000, 5010)).isEqualTo(5000);
    assertThat(sampled(5015, 5020)).isEqualTo(5010);
  }

  @Test
  void threadWhoseStartWasNotSeen_isDueWhenItSends() {
    DuePoint.finish();

    assertThat(sampled(7000, 7010)).isEqualTo(7000);
    assertThat(sampled(7020, 7030)).isEqualTo(7010);
  }

  @Test
  void recordedConstantTimer_notesWhatItWaits() {
    ConstantTimer timer = new RecordedElements.ConstantWait();
    timer.setDelay("250");

    assertThat(timer.delay()).isEqualTo(250);
    assertThat(sampled(9000, 9001)).isEqualTo(1250);
  }

  @Test
  void recordedRandomTimer_notesTheWaitThatItDrew() {
    UniformRandomTimer timer = new RecordedElements.UniformWait();
    timer.setDelay("100");
    timer.setRange("500");

    long drawn = timer.delay();

    assertThat(drawn).isBetween(100L, 600L);
    assertThat(sampled(9000, 9001)).isEqualTo(1000 + drawn);
  }

  @Test
  void recordedPause_notesItsOwnDuration() {
    TestAction pause = new RecordedElements.Pause();
    pause.setAction(TestAction.PAUSE);
    pause.setDuration("1");

    assertThat(pause.sample(null)).isNull();
    assertThat(sampled(9000, 9001)).isEqualTo(1001);
  }

  @Test
  void timerThatTheEngineCannotAsk_leavesTheNextSampleDueWhenSent() {
    runningWith(new RecordedElements.ConstantWait(), new ConstantThroughputTimer());

    RecordedElements.noteUnknownWaits();

    assertThat(sampled(9000, 9001)).isEqualTo(9000);
  }

  @Test
  void timersThatAreRecorded_leaveTheDuePointAlone() {
    runningWith(new RecordedElements.ConstantWait(), new RecordedElements.PoissonWait());

    RecordedElements.noteUnknownWaits();

    assertThat(sampled(9000, 9001)).isEqualTo(1000);
  }

  private static void runningWith(Timer... timers) {
    SamplePackage pack =
        new SamplePackage(
            List.of(), List.of(), List.of(timers), List.of(), List.of(), List.of(), List.of());
    JMeterContextService.getContext().getVariables().putObject(JMeterThread.PACKAGE_OBJECT, pack);
  }
}
