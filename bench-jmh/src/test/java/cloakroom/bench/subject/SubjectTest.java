package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SubjectTest {

  @Test
  void name_isFoundInAnyCase() {
    assertThat(Subject.named("agroal")).isEqualTo(Subject.AGROAL);
    assertThat(Subject.named("UCP")).isEqualTo(Subject.UCP);
  }

  @Test
  void unknownName_isAnsweredWithTheChoices() {
    assertThatThrownBy(() -> Subject.named("c3p0"))
        .hasMessage("unknown pool 'c3p0': choose of unpooled, hikari, ucp, agroal, dbcp2, tomcat");
  }
}
