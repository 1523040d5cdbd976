package cloakroom.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders as lines, there and back. */
class FaultOrderTest {
  @ParameterizedTest
  @EnumSource
  void line_isReadAsItWasWritten(FaultKind kind) {
    FaultOrder begin = new FaultOrder(kind, true, 5_000);
    FaultOrder end = new FaultOrder(kind, false, 0);

    assertThat(FaultOrder.of(begin.line())).contains(begin);
    assertThat(FaultOrder.of(end.line() + " ")).contains(end);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"counts", "", "fault begin fire 0", "fault burn link-cut 0", "fault end link-cut"})
  void anyOtherLine_isNone(String line) {
    assertThat(FaultOrder.of(line)).isEmpty();
  }

  @Test
  void answer_namesItsOrder() {
    FaultOrder order = new FaultOrder(FaultKind.DB_RESTART, true, 0);

    assertThat(new FaultOrder.Done(order, "why").line()).isEqualTo("fault begin db-restart 0");
  }
}
