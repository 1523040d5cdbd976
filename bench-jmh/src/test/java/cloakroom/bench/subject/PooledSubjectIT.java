package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNPOOLED")
final class PooledSubjectIT extends SubjectContract {
  private static final int ATTEMPTS = 20;

  /** More borrows than a slow machine makes with half a second between any two. */
  private static final int MANY = 1_000;

  private static final Duration IDLE = Duration.ofSeconds(1);

  private final Subject subject;

  PooledSubjectIT(Subject subject) {
    this.subject = subject;
  }

  @Override
  Subject subject() {
    return subject;
  }

  /** Other pools of this process may need other values. */
  @Test
  void open_leavesNoSystemPropertyBehind() throws SQLException {
    open(SubjectSettings.full(1).withValidation(true).withIdleTimeout(IDLE));

    assertThat(System.getProperties())
        .doesNotContainKeys(
            "com.zaxxer.hikari.blockUntilFilled",
            "com.zaxxer.hikari.aliveBypassWindowMs",
            "com.zaxxer.hikari.housekeeping.periodMs");
  }

  @Test
  void session_servesOneBorrowerAfterTheOther() throws SQLException {
    Connections open = open(SubjectSettings.full(1));
    int first;
    try (Connection connection = open.borrow()) {
      first = backend(connection);
    }
    try (Connection connection = open.borrow()) {
      assertThat(backend(connection)).isEqualTo(first);
    }
  }

  @Test
  void size_isTheLimit() throws Exception {
    Connections open = open(SubjectSettings.full(2));
    Connection one = open.borrow();
    Connection two = open.borrow();
    CompletableFuture<Connection> third = takeAside(open);

    assertThat(sessions()).isEqualTo(2);
    assertThat(third).isNotDone();
    one.close();
    try (Connection connection = third.get()) {
      assertThat(one(connection)).isEqualTo(1);
    }
    two.close();
    assertThat(sessions()).isEqualTo(2);
  }

  @Test
  void minimum_isOpenFromTheStart() throws SQLException {
    open(SubjectSettings.full(5).withMinimum(3));

    assertThat(sessions()).isEqualTo(3);
  }

  @Test
  void minimumOfNothing_opensNone() throws SQLException {
    Connections open = open(SubjectSettings.full(5).withMinimum(0));

    assertThat(sessions()).isZero();
    open.borrow().close();
    assertThat(sessions()).isEqualTo(1);
  }

  @Test
  void idleTimeout_leavesTheMinimum() throws SQLException {
    Connections open = open(SubjectSettings.full(3).withMinimum(1).withIdleTimeout(IDLE));
    List<Connection> taken = List.of(open.borrow(), open.borrow(), open.borrow());

    assertThat(sessions()).isEqualTo(3);
    for (Connection connection : taken) {
      connection.close();
    }
    assertThat(sessionsOnceThereAre(1)).isEqualTo(1);
  }

  @Test
  void validation_isARoundTripAtEveryBorrow() throws SQLException {
    assertThat(borrowsWithRoundTrip(true, ATTEMPTS)).isEqualTo(ATTEMPTS);
  }

  /** HikariCP validates after half a second without use; UCP over PostgreSQL always does. */
  @Test
  void withoutValidation_aBorrowIsNoRoundTrip() throws SQLException {
    if (subject == Subject.UCP) {
      assertThat(borrowsWithRoundTrip(false, ATTEMPTS)).isEqualTo(ATTEMPTS);
    } else {
      assertThat(borrowsWithRoundTrip(false, MANY)).isLessThan(MANY);
    }
  }

  /** Returns the borrows, at most this number, before the first without a round trip. */
  private int borrowsWithRoundTrip(boolean validation, int maximum) throws SQLException {
    Connections open = open(SubjectSettings.full(1).withValidation(validation));
    for (int borrow = 0; borrow < maximum; borrow++) {
      String before = lastStatement();
      try (Connection connection = open.borrow()) {
        assertThat(connection).isNotNull();
        if (lastStatement().equals(before)) {
          return borrow;
        }
      }
    }
    return maximum;
  }
}
