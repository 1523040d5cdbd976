package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class UnpooledSubjectIT extends SubjectContract {
  @Override
  Subject subject() {
    return Subject.UNPOOLED;
  }

  @Test
  void everyBorrow_isANewSession() throws SQLException {
    Connections open = open(SubjectSettings.full(1));
    int first;
    try (Connection connection = open.borrow()) {
      first = backend(connection);
    }
    try (Connection connection = open.borrow()) {
      assertThat(backend(connection)).isNotEqualTo(first);
    }
  }
}
