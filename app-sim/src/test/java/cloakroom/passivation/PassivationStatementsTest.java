package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class PassivationStatementsTest {
  @Test
  void parse_takesTheNamesThatToStringGives() {
    for (PassivationStatements each : PassivationStatements.values()) {
      assertThat(PassivationStatements.parse(each.toString())).isEqualTo(each);
    }
    assertThat(PassivationStatements.parse("LOCATE")).isEqualTo(PassivationStatements.LOCATE_LOB);
  }

  @Test
  void parse_namesTheChoices() {
    assertThatThrownBy(() -> PassivationStatements.parse("both"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("passivation statements both: choose one of insert, locate");
  }
}
