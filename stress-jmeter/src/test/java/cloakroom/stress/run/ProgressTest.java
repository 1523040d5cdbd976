package cloakroom.stress.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Tick;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.run.Variants.TrialSpec;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
  private static final TrialSpec TRIAL = new TrialSpec(1, 4, variant("sticky"));

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final RunProgress.Plain plain =
      new RunProgress.Plain(new PrintStream(bytes, true, UTF_8));

  private static Variant variant(String policy) {
    return new Variant(policy, policy, Map.of());
  }

  private static Tick tick(String phase) {
    return new Tick(1, phase, 5000, 2000, 3, 12.34, 250, 80, 1, 2, 0.1, 40, Map.of());
  }

  private String text() {
    return bytes.toString(UTF_8);
  }

  @Test
  void plainProgress_isALineEveryTenSeconds() {
    plain.begin(TRIAL, 16_000);
    for (int second = 0; second < 12; second++) {
      plain.tick(tick("warm-up"));
    }
    for (int second = 0; second < 25; second++) {
      plain.tick(tick("measured"));
    }

    assertThat(text().lines().map(line -> line.replaceAll(",.*", "")))
        .containsExactly(
            "trial 1/4 sticky: begins",
            "trial 1/4 sticky: warming up",
            "trial 1/4 sticky: 2",
            "trial 1/4 sticky: 2",
            "trial 1/4 sticky: 2");
  }

  /** A plan of unknown size has no end, and one that groups nothing is counted in requests. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          measured | 2000 | 16000 | 2,000 of 16,000 transactions, 250 requests/s, mean 12.3 ms, 3 errors
          measured | 2000 | -1    | 2,000 transactions, 250 requests/s, mean 12.3 ms, 3 errors
          measured | 0    | -1    | 5,000 requests, 250 requests/s, mean 12.3 ms, 3 errors
          warm-up  | 2000 | 16000 | warming up
          """)
  void line_tellsHowFarHowFastAndHowWell(String phase, long done, long expected, String line) {
    TrialSpec trial = new TrialSpec(1, 2, new Variant("sticky none", "sticky", Map.of()));

    assertThat(RunProgress.Plain.line(trial, tick(phase).with(5_000, done, 3), expected))
        .isEqualTo("trial 1/2 sticky none: " + line);
  }

  @Test
  void endOfTheLoad_isALineWithItsFinalCounts() {
    plain.begin(TRIAL, 16_000);
    plain.tick(tick("measured"));
    plain.total(tick("measured").with(33_120, 16_000, 5));
    plain.end();

    assertThat(text())
        .endsWith("trial 1/4 sticky: 16,000 of 16,000 transactions, 5 errors, done\n");
  }

  private RunProgress.Bar bar(boolean colours) {
    return new RunProgress.Bar(new PrintStream(bytes, true, UTF_8), 80, colours);
  }

  private static Tick at(long second, String phase, long transactions, long errors) {
    return new Tick(
        second * 1_000,
        phase,
        5_000,
        transactions,
        errors,
        12.34,
        250,
        80,
        1,
        2,
        0.1,
        40,
        Map.of());
  }

  private List<String> drawn() {
    return text().lines().toList();
  }

  /** A quarter took 10 s after 10 s of warm-up: 30 s more, and three such trials of 50 s. */
  @Test
  void bar_isOneLineWithTheTimeLeftAndTheFiguresOfTheLastSecond() {
    RunProgress.Bar bar = bar(false);
    bar.begin(TRIAL, 16_000);
    bar.tick(at(10, "warm-up", 0, 0));
    bar.tick(at(20, "warm-up", 0, 0));
    bar.tick(at(30, "measured", 4_000, 3));
    bar.say("a remark");

    assertThat(text()).contains("\r1/4 sticky  warming up  ").contains("\ra remark\n");
    assertThat(drawn().get(drawn().size() - 1).strip())
        .isEqualTo("1/4 sticky  [=====               ]  25 %  3 errors  3:00 left  250/s  12.3 ms");
    assertThat(drawn()).allMatch(line -> line.length() < 80);
  }

  /** The first trial took 60 s up to the second, of which 10 s are left. */
  @Test
  void timeLeft_isThatOfTheWholeRun() {
    RunProgress.Bar bar = bar(false);
    bar.begin(TRIAL, 16_000);
    bar.tick(at(10, "measured", 100, 0));
    bar.total(at(60, "measured", 16_000, 0));
    bar.end();
    bar.begin(new TrialSpec(2, 4, variant("connection-threshold-of-somebody")), 16_000);
    bar.tick(at(70, "warm-up", 0, 0));
    bar.tick(at(80, "measured", 8_000, 0));

    assertThat(text()).contains("2/4 connection-threshold-of-so  [", "0 errors  2:10 left  ");
    assertThat(drawn()).allMatch(line -> line.length() < 80);
  }

  @Test
  void planWithoutAnEnd_isCountedAndHasNoBar() {
    RunProgress.Bar bar = bar(false);
    bar.begin(TRIAL, -1);
    bar.total(tick("measured").with(1_234, 0, 0));
    bar.end();

    assertThat(text())
        .contains("\r1/4 sticky  0 errors  1,234 requests  250/s  12.3 ms ")
        .doesNotContain("[");
  }

  @Test
  void errors_areRedWhereColoursAreWanted() {
    RunProgress.Bar bar = bar(true);
    bar.begin(TRIAL, 16_000);
    bar.tick(at(10, "measured", 100, 0));
    assertThat(text()).doesNotContain("\u001b");

    bar.tick(at(11, "measured", 200, 3));
    assertThat(text()).contains("\u001b[31m3 errors\u001b[0m");
  }
}
