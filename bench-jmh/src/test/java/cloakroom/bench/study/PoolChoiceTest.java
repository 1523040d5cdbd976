package cloakroom.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyDefinition.RatioDefinition;
import cloakroom.bench.study.s1.S1aConnectionPooling;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PoolChoiceTest {
  private static final List<StudyDefinition> STUDIES =
      Studies.definitions(List.of("S1a", "S1b", "S4"));

  private static final StudyDefinition S1A = STUDIES.get(0);
  private static final StudyDefinition FETCH = STUDIES.get(1);

  @Test
  void noChoiceOrNoPools_leavesTheDefinitionUnchanged() {
    assertThat(PoolChoice.of(List.of()).apply(S1A)).isEqualTo(S1A);
    assertThat(PoolChoice.of(List.of("agroal")).apply(FETCH)).isEqualTo(FETCH);
    assertThat(PoolChoice.of(List.of()).names()).containsExactly("HIKARI", "UCP");
  }

  @Test
  void choice_keepsUnpooledAndAddsRatiosOfEachPool() {
    StudyDefinition study = PoolChoice.of(List.of("agroal", "hikari")).apply(S1A);

    assertThat(PoolChoice.of(List.of("agroal", "hikari")).apply(S1aConnectionPooling.SETS).brief())
        .extracting(set -> set.get("subject"))
        .containsOnly("UNPOOLED", "AGROAL", "HIKARI")
        .hasSize(1 + 4 * 2);
    assertThat(study.ratios())
        .extracting(RatioDefinition::name)
        .startsWith("none / HikariCP, cold")
        .contains("none / UCP, cold, validated", "none / Agroal, filled, validated");
    assertThat(study.ratios().get(6).below()).containsEntry("subject", "AGROAL");
    assertThat(study.ratios().get(6).published()).isEqualTo(60.2);
  }

  @Test
  void studyWithoutUnpooled_getsNone() {
    StudyDefinition study =
        PoolChoice.of(List.of("unpooled", "tomcat", "dbcp2")).apply(STUDIES.get(2));

    assertThat(PoolChoice.of(List.of("unpooled", "tomcat", "dbcp2")).names())
        .containsExactly("TOMCAT", "DBCP2");
    assertThat(study.ratios())
        .extracting(RatioDefinition::name)
        .contains("Tomcat borrowed / held, n=32", "500 connects: unpooled / DBCP 2")
        .doesNotHaveDuplicates();
  }
}
