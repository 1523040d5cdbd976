package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The texts for Oracle; those for PostgreSQL run in the contract, Oracle's only on H2. */
final class PsTxnDialectTest {
  @Test
  void dialect_followsFromTheUrl() {
    assertThat(PsTxnDialect.forUrl("jdbc:postgresql://x/y")).isEqualTo(PsTxnDialect.POSTGRESQL);
    assertThat(PsTxnDialect.forUrl("jdbc:oracle:thin:@x")).isEqualTo(PsTxnDialect.ORACLE);
    assertThatThrownBy(() -> PsTxnDialect.forUrl("jdbc:h2:mem:x;password=secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("jdbc:postgresql: or jdbc:oracle:")
        .hasMessageNotContaining("secret");
  }

  @Test
  void textsForOracle_useItsOwnWords() {
    PsTxnDialect oracle = PsTxnDialect.ORACLE;
    assertThat(oracle.nextBlock()).isEqualTo("select ps_txn_seq.nextval from dual");
    assertThat(oracle.insertEmpty()).endsWith("values (1, ?, ?, empty_blob(), sysdate)");
    assertThat(oracle.insertWhole()).endsWith("values (1, ?, ?, ?, sysdate)");
    assertThat(oracle.replace())
        .isEqualTo(
            "update ps_txn set parentid = ?, content = ?, creation_date = sysdate"
                + " where collid = ? and id = 1 and parentid = ?");
  }
}
