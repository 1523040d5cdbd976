package cloakroom.platform;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.StateKind;
import org.junit.jupiter.api.Test;

/** Names that other programs read must not change with a constant's by accident. */
final class NamesTest {
  @Test
  void name_isReadInCamelCaseAndInWords() {
    assertThat(Names.camelCase("LAG_P95_MS")).isEqualTo("lagP95Ms");
    assertThat(Names.camelCase("log_bytes")).isEqualTo("logBytes");
    assertThat(Names.words(StateKind.ROW_LOCK)).isEqualTo("row lock");
  }

  @Test
  void errorClasses_keepTheirPublicNames() {
    assertThat(ErrorClass.values())
        .extracting(ErrorClass::key)
        .containsExactly(
            "poolExhausted",
            "poolOrProcessLimit",
            "serviceDown",
            "sessionDead",
            "stateLost",
            "lock",
            "serialization",
            "configuration",
            "statementCancelled",
            "readOnly",
            "missingRight",
            "storageFull",
            "other");
  }

  @Test
  void stateKinds_keepTheirPublicNames() {
    assertThat(StateKind.keys())
        .isEqualTo(
            "viewState, pendingChange, postedChange, rowLock, temporaryRows, sessionVariable,"
                + " openCursor, upload");
  }
}
