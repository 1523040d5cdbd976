package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The contract, kept by HikariCP. */
final class HikariSubjectIT extends PooledSubjectContract {
  @Override
  Subject subject() {
    return Subject.HIKARI;
  }

  /** Another pool of this process may want others. */
  @Test
  void open_leavesNoSystemPropertyBehind() throws SQLException {
    open(SubjectSettings.full(1).withValidation(true));

    assertThat(System.getProperties())
        .doesNotContainKeys(
            "com.zaxxer.hikari.blockUntilFilled", "com.zaxxer.hikari.aliveBypassWindowMs");
  }
}
