package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Headers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SampleMarksTest {
  @ParameterizedTest
  @CsvSource({
    "'HTTP/1.1 503 X\nDate: now\nCloakroom-Error: checkoutTimeout\nVia: y\n', checkoutTimeout, ''",
    "'HTTP/1.1 503 X\r\ncloakroom-error:poolExhausted', poolExhausted, ''",
    "'HTTP/1.1 200 OK\nX-Cloakroom-Error: no\n', '', ''",
    "'HTTP/1.1 200 OK\nNote: Cloakroom-Error: no\n', '', ''",
    "'', '', ''",
    "'X\nCloakroom-Error-Class: sessionDead\nCloakroom-Error: activation', activation, sessionDead"
  })
  void errorAndItsClass_areTheValuesOfTheirHeaders(String headers, String kind, String type) {
    assertThat(SampleMarks.value(headers, Headers.ERROR)).isEqualTo(kind);
    assertThat(SampleMarks.value(headers, Headers.ERROR_CLASS)).isEqualTo(type);
  }
}
