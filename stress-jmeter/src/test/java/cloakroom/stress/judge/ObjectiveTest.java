package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What has to be so. */
final class ObjectiveTest {
  private static final List<FailureCondition> OBJECTIVE =
      FailureCondition.objectives("service.p95 < 200ms, errors < 0.1%");

  private static String missed(Map<String, Double> figures) {
    return FailureCondition.missed(OBJECTIVE, figures);
  }

  @Test
  void missed_namesWhatIsNotSo() {
    assertThat(missed(Map.of("service.p95", 199.0, "errors", 0.0, "requests", 1000.0))).isEmpty();
    assertThat(missed(Map.of("service.p95", 200.0, "errors", 0.0, "requests", 1000.0)))
        .isEqualTo("service.p95 < 200ms");
    assertThat(missed(Map.of("service.p95", 300.0, "errors", 1.0, "requests", 1000.0)))
        .isEqualTo("service.p95 < 200ms, errors < 0.1%");
  }

  @Test
  void figureThatNobodyTold_isMissed() {
    assertThat(missed(Map.of("errors", 0.0, "requests", 1.0))).isEqualTo("service.p95 < 200ms");
  }

  @Test
  void whatCannotBe_isRefusedWithItsChoices() {
    assertThatThrownBy(() -> FailureCondition.objectives("service.p95 < 200"))
        .hasMessageStartingWith("--slo \"service.p95 < 200\": service.p95 is a time");
    assertThatThrownBy(() -> FailureCondition.objectives("fast"))
        .hasMessageStartingWith("--slo \"fast\": must be");
  }
}
