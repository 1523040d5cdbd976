package cloakroom.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.study.Studies;
import cloakroom.bench.study.StudyCard;
import cloakroom.bench.study.StudyCard.Ratio;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PoolChoiceTest {
  private static final StudyCard S1A = Studies.named(List.of("S1a")).get(0);

  @Test
  void noChoice_leavesTheCardAlone() {
    assertThat(PoolChoice.of(List.of()).on(S1A)).isSameAs(S1A);
  }

  @Test
  void choice_keepsTheMeasureAndGivesEachPoolItsRatios() {
    StudyCard card = PoolChoice.of(List.of("agroal", "hikari")).on(S1A);

    assertThat(card.parameters().get("subject")).containsExactly("UNPOOLED", "AGROAL", "HIKARI");
    assertThat(card.ratios())
        .extracting(Ratio::name)
        .containsExactly("unpooled / HikariCP", "unpooled / UCP", "unpooled / Agroal");
    assertThat(card.ratios().get(2).below()).containsEntry("subject", "AGROAL");
    assertThat(card.ratios().get(2).published()).isEqualTo(60.2);
  }

  @Test
  void studyWithoutUnpooled_getsNone() {
    StudyCard card = PoolChoice.of(List.of("unpooled", "tomcat", "dbcp2")).on(S4Run.CARD);

    assertThat(card.parameters().get("subject")).containsExactly("TOMCAT", "DBCP2");
    assertThat(card.ratios())
        .extracting(Ratio::name)
        .contains("Tomcat borrowed / held, n=32", "500 connects: unpooled / DBCP 2")
        .doesNotHaveDuplicates();
  }

  @Test
  void studyThatIsNotAboutPools_staysAsItIs() {
    assertThat(PoolChoice.of(List.of("agroal")).on(S5StressRun.CARD)).isSameAs(S5StressRun.CARD);
  }

  @Test
  void unknownPool_isAnsweredWithTheChoices() {
    assertThatThrownBy(() -> PoolChoice.of(List.of("hikari", "proxool")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unknown pool 'proxool': choose of unpooled, hikari, ucp");
  }
}
