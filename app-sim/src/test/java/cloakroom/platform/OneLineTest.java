package cloakroom.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTest {
  @Test
  void of_lineBreaksOrNoMessage_isOneLine() {
    assertThat(OneLine.of("refused\n  because\r\nof this\n"))
        .isEqualTo("refused; because; of this");
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
