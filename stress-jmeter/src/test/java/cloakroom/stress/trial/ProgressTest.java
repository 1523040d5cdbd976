package cloakroom.stress.trial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.load.Tick;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
  private static final TrialSpec TRIAL = new TrialSpec(1, 4, variant("sticky"));

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final RunProgress plain =
      new RunProgress(new PrintStream(bytes, true, UTF_8), OptionalInt.empty());

  private static Variant variant(String policy) {
    return new Variant(policy, policy, Map.of());
  }

  private static Tick tick(String phase) {
    return tick(phase, 2000);
  }

  private static Tick tick(String phase, long done) {
    return new Tick(1, phase, 5000, done, 3, 12.34, 250, 80, 1, 2, 0.1, 40, Map.of());
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

    assertThat(text().lines().map(line -> line.replaceAll(",.*|trial 1/4 sticky: ", "")))
        .containsExactly("begins", "warming up", "2", "2", "2");
  }

  /** A resumed search begins with a later number. */
  @Test
  void firstTrial_whateverItsNumber_hasNoTimeLeft() {
    plain.begin(new TrialSpec(5, 8, variant("sticky")), -1);
    plain.begin(new TrialSpec(6, 8, variant("sticky")), -1);

    assertThat(text().lines()).first().isEqualTo("trial 5/8 sticky: begins");
    assertThat(text().lines().skip(1)).singleElement().asString().endsWith(" min left");
  }

  /** The number of transactions may be unknown; without transactions, requests are counted. */
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
  void line_hasCountRateTimeAndErrors(String phase, long done, long expected, String line) {
    TrialSpec trial = new TrialSpec(1, 2, new Variant("sticky none", "sticky", Map.of()));

    plain.begin(trial, expected);
    for (int second = 0; second < 10; second++) {
      plain.tick(tick(phase, done));
    }

    assertThat(text().lines().skip(1)).containsOnly("trial 1/2 sticky none: " + line);
  }

  @Test
  void endOfTheLoad_isALineWithItsFinalCounts() {
    plain.begin(TRIAL, 16_000);
    plain.tick(tick("measured"));
    plain.total(new CountersFile.EngineReport(33_120, 16_000, 5, 0, 0, 0, false));

    assertThat(text())
        .endsWith("trial 1/4 sticky: 16,000 of 16,000 transactions, 5 errors, done\n");
  }
}
