package cloakroom.stress.observe;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.cli.StressCommandLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ObserveCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--url jdbc:mysql://h/d | --url jdbc:mysql://h/d: must be like jdbc:postgresql://",
        "--url jdbc:postgresql://h/d?password=x | --url contains a user or a password",
        "--url jdbc:postgresql://h/d --for soon | 'soon' is not a duration",
        "--url jdbc:postgresql://h/d --out target | target: must be a file, not a folder",
        "--for 1s | --url"
      })
  void observe_wrongOption_isRejected(String arguments, String why) {
    StringWriter err = new StringWriter();

    int code =
        StressCommandLine.program()
            .setErr(new PrintWriter(err))
            .execute(("observe " + arguments).split(" ", -1));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(why).hasLineCount(1);
  }
}
