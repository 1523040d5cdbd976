package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.platform.SteadyTime;
import java.util.ArrayList;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DueTimeTest {
  @BeforeEach
  void start() {
    JMeterContextService.getContext().setVariables(new JMeterVariables());
    DueTime.begin(1000, false);
  }

  @AfterEach
  void finish() {
    DueTime.finish();
  }

  private static long sampled(long start, long end) {
    return DueTime.current().sampled(start, end);
  }

  /**
   * From 1000 on: a sample's start and end, a wait that was asked for (+), one that nobody knows
   * (?), or a thread whose start was not seen (!).
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1007-1010                              | 1000
          1000-1010 1011-1020                    | 1000 1010
          1000-1010 +300 +20 1999-2010 2010-2020 | 1000 1330 2010
          1000-1010 +300 1309-1320               | 1000 1309
          1000-1010 ? 5000-5010 5015-5020        | 1000 5000 5010
          ! 7000-7010 7020-7030                  | 7000 7010
          """)
  void sample_isDueWhenThePreviousEndedAndItsWaitsAreOver(String steps, String due) {
    List<String> points = new ArrayList<>();
    for (String step : steps.split(" ", -1)) {
      if (step.equals("!")) {
        DueTime.finish();
      } else if (step.equals("?")) {
        DueTime.current().addUnknownWait();
      } else if (step.startsWith("+")) {
        DueTime.current().add(Long.parseLong(step.substring(1)));
      } else {
        String[] times = step.split("-", -1);
        long point = sampled(Long.parseLong(times[0]), Long.parseLong(times[1]));
        points.add(Long.toString(point));
      }
    }
    assertThat(String.join(" ", points)).isEqualTo(due);
  }

  /** As above, of a session that was due at 1000 by an open schedule. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1007-1010 1011-1020           | 1000 1010
          1000-2500 +300 2500-2510      | 1000 1300
          1000-2500 +300 2500-2510 +900 +0 2510-2520 2520-2530 | 1000 1300 2200 2520
          1000-1010 +300 1300-1310      | 1000 1300
          """)
  void openSession_goesByItsScheduleHoweverLateAnswersCome(String steps, String due) {
    DueTime.begin(1000, true);
    sample_isDueWhenThePreviousEndedAndItsWaitsAreOver(steps, due);
  }

  @Test
  void openSession_waitsOnlyForWhatIsLeft() {
    DueTime.begin(SteadyTime.millis() - 1000, true);
    ConstantTimer timer = new InstrumentedElements.ConstantWait();
    timer.setDelay("900");

    assertThat(timer.delay()).isZero();
    timer.setDelay("60000");
    assertThat(timer.delay()).isBetween(1L, 59_900L);
  }

  @Test
  void recordedRandomTimer_addsItsWait() {
    UniformRandomTimer timer = new InstrumentedElements.UniformWait();
    timer.setDelay("100");
    timer.setRange("500");

    long drawn = timer.delay();

    assertThat(drawn).isBetween(100L, 600L);
    assertThat(sampled(9000, 9001)).isEqualTo(1000 + drawn);
  }

  @Test
  void recordedPause_notesItsOwnDuration() {
    TestAction pause = new InstrumentedElements.Pause();
    pause.setAction(TestAction.PAUSE);
    pause.setDuration("1");

    assertThat(pause.sample(null)).isNull();
    assertThat(sampled(9000, 9001)).isEqualTo(1001);
  }

  @Test
  void timerThatTheEngineCannotAsk_leavesTheNextSampleDueWhenSent() {
    runningWith(new InstrumentedElements.ConstantWait(), new InstrumentedElements.PoissonWait());
    InstrumentedElements.noteUnknownWaits();
    assertThat(sampled(9000, 9001)).isEqualTo(1000);

    runningWith(new InstrumentedElements.ConstantWait(), new ConstantThroughputTimer());
    InstrumentedElements.noteUnknownWaits();
    assertThat(sampled(9005, 9006)).isEqualTo(9005);
  }

  private static void runningWith(Timer... timers) {
    SamplePackage pack =
        new SamplePackage(
            List.of(), List.of(), List.of(timers), List.of(), List.of(), List.of(), List.of());
    JMeterContextService.getContext().getVariables().putObject(JMeterThread.PACKAGE_OBJECT, pack);
  }
}
