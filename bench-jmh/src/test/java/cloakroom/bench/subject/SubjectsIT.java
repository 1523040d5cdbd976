package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contract, kept by every subject. */
final class SubjectsIT {
  @Nested
  final class Agroal extends PooledSubjectContract {
    @Override
    Subject subject() {
      return Subject.AGROAL;
    }
  }

  @Nested
  final class Dbcp2 extends PooledSubjectContract {
    @Override
    Subject subject() {
      return Subject.DBCP2;
    }
  }

  @Nested
  final class Tomcat extends PooledSubjectContract {
    @Override
    Subject subject() {
      return Subject.TOMCAT;
    }
  }

  @Nested
  final class Hikari extends PooledSubjectContract {
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

  @Nested
  final class Ucp extends PooledSubjectContract {
    @Override
    Subject subject() {
      return Subject.UCP;
    }

    /** Over PostgreSQL it validates whatever it is told. */
    @Override
    boolean canDoWithoutValidation() {
      return false;
    }
  }

  @Nested
  final class Unpooled extends SubjectContract {
    @Override
    Subject subject() {
      return Subject.UNPOOLED;
    }

    @Test
    void everyBorrow_isANewSession() throws SQLException {
      Connections open = open(SubjectSettings.full(1));
      int first;
      try (Connection connection = open.take()) {
        first = backend(connection);
      }
      try (Connection connection = open.take()) {
        assertThat(backend(connection)).isNotEqualTo(first);
      }
    }
  }
}
