package cloakroom.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.testing.HelpCheck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommandLinesTest {
  @TempDir private Path folder;

  private static String error(String... line) {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(shown, true, UTF_8));
    try {
      assertThat(Benchmarks.program().execute(line)).isEqualTo(2);
    } finally {
      System.setErr(before);
    }
    assertThat(shown.toString(UTF_8).lines()).hasSize(1);
    return shown.toString(UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "studies --study S99              | unknown study S99; the studies are: [S1a, S1b",
        "studies --pools proxool          | pool proxool: must be one of unpooled,",
        "studies --compare-with no.json   | no.json cannot be read as a studies.json",
        "studies --beside no.json         | --beside was renamed; use --compare-with",
        "studies --no-operation           | --no-operation was renamed; use --no-steady-state",
        "studies --fast                   | '--fast'; choose from --",
        "studies --stduy S1b              | '--stduy'; did you mean --study?",
        "studies --rounds 0               | --rounds 0 is not between 1 and 100",
        "studies --rounds many            | many",
        "studies --user scott             | --user scott requires --url",
        "studies --db orcl                | --db orcl is unknown; choose from embedded, oracle",
        "studies --db oracle --url jdbc:x | --db oracle starts a database, --url names one",
        "studies --db-rtt far             | --db-rtt far: choose none, 0 or a duration",
        "studies --db-rtt 1ms --url jdbc:postgresql://a,b/x | no relay for jdbc:postgresql://a,b/x"
      })
  void wrongUse_isRejectedWithTheChoices(String line, String words) {
    String[] all = line.split(" ", -1);

    assertThat(error(all)).startsWith("benchmarks " + all[0] + ": ").contains(words);
  }

  @Test
  void help_isInGroupsWithExamplesThatCanRun() {
    HelpCheck.assertExplained(Benchmarks.program(), "cloakroom/bench/cli/usage.txt");
  }

  @Test
  void folderThatCannotBeCreated_isRejected() throws IOException {
    Path below = Files.createFile(folder.resolve("file")).resolve("below");

    assertThat(error("studies", "--out", below.toString())).contains("--out " + below);
  }
}
