package cloakroom.platform;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.StateKind;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Public names, which must not change when a constant is renamed. */
final class NamesTest {
  @Test
  void camelCaseAndWords_deriveFromTheConstant() {
    assertThat(Names.camelCase("LAG_P95_MS")).isEqualTo("lagP95Ms");
    assertThat(Names.camelCase("log_bytes")).isEqualTo("logBytes");
    assertThat(Names.words(StateKind.ROW_LOCK)).isEqualTo("row lock");
  }

  @Test
  void errorClasses_keepTheirPublicNames() {
    assertThat(Arrays.stream(ErrorClass.values()).map(ErrorClass::key).collect(joining(", ")))
        .isEqualTo(
            "poolExhausted, poolOrProcessLimit, serviceDown, sessionDead, stateLost, lock,"
                + " serialization, configuration, statementCancelled, readOnly, missingRight,"
                + " storageFull, other");
  }

  @Test
  void stateKinds_keepTheirPublicNames() {
    assertThat(StateKind.keys())
        .isEqualTo(
            "viewState, pendingChange, postedChange, rowLock, temporaryRows, sessionVariable,"
                + " openCursor, upload");
  }
}
