package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RunFolderFaultsTest {
  @TempDir private Path folder;

  private void refused(String message) {
    assertThatThrownBy(() -> MeasuredRun.of(folder))
        .isInstanceOf(StressFailure.class)
        .hasMessageStartingWith(message)
        .message()
        .doesNotContain("\n");
  }

  private void replace(String file, String what, String by) throws IOException {
    Path path = folder.resolve(file);
    String text = Files.readString(path);
    String changed = text.replaceFirst(what, by);
    assertThat(changed).isNotEqualTo(text);
    Files.writeString(path, changed);
  }

  @Test
  void aFolderThatIsNone_isNamed() {
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> MeasuredRun.of(none))
        .hasMessage(none + " is not a run folder: there is no such folder");
    refused(folder + " is not a run folder: it has no config.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "environment.json",
        "trials/01-sticky/samples.jtl",
        "trials/01-sticky/counters.json",
        "trials/01-sticky/series.csv",
        "trials/01-sticky/server.csv"
      })
  void aMissingFile_isNamed(String file) throws IOException {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(0).server(new SyntheticServer("PostgreSQL"));
    run.write();
    Files.delete(folder.resolve(file));
    refused(file + " is missing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "config.json | \"schema\":2 | \"schema\":7 | config.json: schema is 7, which is not a"
            + " version this program reads (it reads 2)",
        "config.json | \"seed\":42, | | config.json: seed: Missing required creator property 'seed'",
        "config.json | 01-sticky | ../../etc | config.json: trials.0: folder"
            + " ../../etc: must be one below trials/",
        "config.json | \\{ | [ | config.json line 1 is not valid JSON",
        "trials/01-sticky/counters.json | \"checkins\":610 | \"checkins\":\"many\" |"
            + " trials/01-sticky/counters.json line 1: counters.checkins: Cannot deserialize value",
        "trials/01-sticky/samples.jtl | ,1.,departments | ,x,departments |"
            + " trials/01-sticky/samples.jtl line 2: elapsed is \"x\", which is not a whole number",
        "trials/01-sticky/samples.jtl | due | gone |"
            + " trials/01-sticky/samples.jtl has no column \"due\"; it has",
        "trials/01-sticky/counters.json | \"measuredFrom\":\\d+ | \"measuredFrom\":0 |"
            + " trials/01-sticky/counters.json: measuredFrom is 0, which is not the time at which"
            + " the measured phase began",
        "trials/01-sticky/series.csv | connectionsInUse | somethingElse |"
            + " trials/01-sticky/series.csv has no column \"connectionsInUse\"; it has"
      })
  void aCorruptFile_isNamedWithItsFault(String file, String what, String by, String message)
      throws IOException {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("sticky").service(10, 6);
    run.write();
    replace(file, what, by == null ? "" : by);

    refused(message);
  }

  @ParameterizedTest
  @CsvSource({
    "17600, has 1 fields where its header has 21",
    "'17600,\"in\nquotes', cannot be read: Missing trailing quote-char in quoted field",
    "'17600,\"behind a break\n', cannot be read: Missing trailing quote-char in quoted field"
  })
  void aLineCutOff_isAFaultUnlessTheTrialWasCutShort(String line, String fault) throws IOException {
    SyntheticRun whole = SyntheticRun.in(folder);
    whole.trial("sticky").load(10, 20);
    whole.write();
    append(line);
    refused("trials/01-sticky/samples.jtl line 312 " + fault);
    SyntheticRun cut = SyntheticRun.in(folder);
    cut.trial("sticky").load(10, 20).cutShort();
    cut.write();
    append(line);
    assertThat(MeasuredRun.of(folder).trials().get(0).requests()).isEqualTo(200);
  }

  private void append(String text) throws IOException {
    Path file = folder.resolve("trials/01-sticky/samples.jtl");
    Files.writeString(file, Files.readString(file) + text);
  }

  @Test
  void aRunCutShort_mayLackItsLastTrials() throws IOException {
    SyntheticRun.twoPolicies(folder).cutShort().write();
    Files.delete(folder.resolve("trials/08-release-in-memory/counters.json"));
    RunSummary run = MeasuredRun.of(folder);
    assertThat(run.trials()).hasSize(7);
    assertThat(run.missing()).containsOnlyKeys("08-release-in-memory");
    assertThat(run.cutShort()).isTrue();
  }
}
