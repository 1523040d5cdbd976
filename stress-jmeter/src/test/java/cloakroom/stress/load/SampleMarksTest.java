package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SampleMarksTest {

  @ParameterizedTest
  @CsvSource({
    "'HTTP/1.1 503 X\nDate: now\nCloakroom-Error: checkoutTimeout\nVia: y\n', checkoutTimeout",
    "'HTTP/1.1 503 X\r\ncloakroom-error:poolExhausted', poolExhausted",
    "'HTTP/1.1 200 OK\nX-Cloakroom-Error: no\n', ''",
    "'HTTP/1.1 200 OK\nNote: Cloakroom-Error: no\n', ''",
    "'', ''",
  })
  void tier_error_is_the_value_of_its_header(String headers, String kind) {
    assertThat(SampleMarks.tierError(headers)).isEqualTo(kind);
  }

  @Test
  void error_and_its_class_are_told_apart() {
    String headers =
        "HTTP/1.1 503 X\nCloakroom-Error-Class: sessionDead\nCloakroom-Error: activation";
    assertThat(SampleMarks.tierError(headers)).isEqualTo("activation");
    assertThat(SampleMarks.errorClass(headers)).isEqualTo("sessionDead");
    assertThat(SampleMarks.errorClass("Cloakroom-Error: conflict\n")).isEmpty();
    assertThat(SampleMarks.commit("HTTP/1.1 200 OK\nCloakroom-Commit: nothing\n"))
        .isEqualTo("nothing");
  }
}
