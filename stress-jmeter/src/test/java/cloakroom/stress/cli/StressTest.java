package cloakroom.stress.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.testing.HelpCheck;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class StressTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    CommandLine command = StressCommandLine.program();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return command.execute(arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --users|many|'many' is not an int
          --think|300ms~gamma|'300ms~gamma': the kind after ~ must be one of constant, exponential, lognormal, uniform
          --think|soon|'soon' is not a duration: a whole number with us, ms, s, m or h (300ms, 3s, 2m)
          """)
  void valueOfTheWrongKind_isRefusedInOneLine(String option, String value, String rule) {
    assertThat(execute("run", option, value)).isEqualTo(2);
    assertThat(err.toString()).contains(option).contains(rule).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run --polices sticky | stress run: unknown option '--polices'; did you mean --policies? (all: stress run --help)
          run --no-count-trips | stress run: --no-count-trips was renamed; use --no-count-round-trips
          run --frobnicate     | stress run: unknown option '--frobnicate'; choose from --plan, --app, --policies,
          run sticky           | stress run: unknown argument 'sticky'
          comprae a b          | stress: unknown command 'comprae'; did you mean compare? (all: stress --help)
          walk                 | stress: unknown command 'walk'; choose from run, check, count, capacity
          ''                   | stress: no command; choose from run, check, count, capacity
          """)
  void whatIsUnknown_isNamedWithTheChoices(String commandLine, String line) {
    String[] arguments = commandLine.isEmpty() ? new String[0] : commandLine.split(" ", -1);

    assertThat(execute(arguments)).isEqualTo(2);
    assertThat(err.toString()).startsWith(line).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "run --help, --policies; --warm-up; 40x10",
    "completion, complete -F; compare; --pool-size",
    "--version, Cloakroom "
  })
  void helpAndVersion_areNoError(String commandLine, String parts) {
    assertThat(execute(commandLine.split(" ", -1))).isZero();
    assertThat(out.toString()).contains(parts.split("; ", -1));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void help_isInGroupsWithExamplesThatCanRun() {
    HelpCheck.assertExplained(StressCommandLine.program(), "cloakroom/stress/cli/usage.txt");
  }
}
