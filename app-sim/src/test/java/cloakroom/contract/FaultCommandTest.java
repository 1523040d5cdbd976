package cloakroom.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultCommandTest {
  @ParameterizedTest
  @EnumSource
  void line_isReadAsItWasWritten(FaultKind kind) {
    FaultCommand begin = new FaultCommand(kind, true, 5_000);
    FaultCommand end = new FaultCommand(kind, false, 0);

    assertThat(FaultCommand.of(begin.line())).contains(begin);
    assertThat(FaultCommand.of(end.line() + " ")).contains(end);
    assertThat(new FaultCommand.Done(begin, "why").line()).isEqualTo(begin.line());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"counts", "", "fault begin fire 0", "fault burn link-cut 0", "fault end link-cut"})
  void anyOtherLine_isNone(String line) {
    assertThat(FaultCommand.of(line)).isEmpty();
  }
}
