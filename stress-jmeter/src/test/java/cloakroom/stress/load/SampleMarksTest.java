package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Headers;
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
  void tierError_isTheValueOfItsHeader(String headers, String kind) {
    assertThat(SampleMarks.value(headers, Headers.ERROR)).isEqualTo(kind);
  }

  @Test
  void errorAndItsClass_areToldApart() {
    String headers =
        "HTTP/1.1 503 X\nCloakroom-Error-Class: sessionDead\nCloakroom-Error: activation";
    assertThat(SampleMarks.value(headers, Headers.ERROR)).isEqualTo("activation");
    assertThat(SampleMarks.value(headers, Headers.ERROR_CLASS)).isEqualTo("sessionDead");
    assertThat(SampleMarks.value("Cloakroom-Error: conflict\n", Headers.ERROR_CLASS)).isEmpty();
    assertThat(SampleMarks.value("HTTP/1.1 200 OK\nCloakroom-Commit: nothing\n", Headers.COMMIT))
        .isEqualTo("nothing");
  }
}
