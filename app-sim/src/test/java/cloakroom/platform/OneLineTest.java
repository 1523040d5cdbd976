package cloakroom.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTest {
  @Test
  void lineBreaks_becomeSemicolons() {
    assertThat(OneLine.of("refused\n  because\r\nof this\n"))
        .isEqualTo("refused; because; of this");
  }

  @Test
  void failureWithoutMessage_isNamedByItsClass() {
    assertThat(OneLine.of(new IllegalStateException())).isEqualTo("IllegalStateException");
  }

  @Test
  void withoutSecrets_replacesValues() {
    assertThat(OneLine.withoutSecrets("jdbc:postgresql://h/d?user=a&password=geheim&ssl=true"))
        .isEqualTo("jdbc:postgresql://h/d?user=a&password=***&ssl=true");
    assertThat(OneLine.withoutSecrets("-Ddb.password=geheim -Xmx1g"))
        .isEqualTo("-Ddb.password=*** -Xmx1g");
  }
}
