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

/** What every pool does beyond {@link SubjectContract}. */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNPOOLED")
final class PooledSubjectIT extends SubjectContract {
  private static final int ATTEMPTS = 20;

  /** More borrows than the slowest machine makes with half a second between any two. */
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

  /** Another pool of this process may want others. */
  @Test
  void open_leavesNoSystemPropertyBehind() throws SQLException {
    open(SubjectSettings.full(1).withValidation(true).withIdle(IDLE));

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
    try (Connection connection = open.take()) {
      first = backend(connection);
    }
    try (Connection connection = open.take()) {
      assertThat(backend(connection)).isEqualTo(first);
    }
  }

  @Test
  void size_isTheLimit() throws Exception {
    Connections open = open(SubjectSettings.full(2));
    Connection one = open.take();
    Connection two = open.take();
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
    open.take().close();
    assertThat(sessions()).isEqualTo(1);
  }

  @Test
  void idleTimeout_leavesTheMinimum() throws SQLException {
    Connections open = open(SubjectSettings.full(3).withMinimum(1).withIdle(IDLE));
    List<Connection> taken = List.of(open.take(), open.take(), open.take());

    assertThat(sessions()).isEqualTo(3);
    for (Connection connection : taken) {
      connection.close();
    }
    assertThat(sessionsOnceThereAre(1)).isEqualTo(1);
  }

  @Test
  void validation_asksAtEveryBorrow() throws SQLException {
    assertThat(borrowsThatAsk(true, ATTEMPTS)).isEqualTo(ATTEMPTS);
  }

  /**
   * HikariCP still validates after half a second without use, which may pass here; UCP over
   * PostgreSQL validates whatever it is told.
   */
  @Test
  void withoutValidation_aBorrowIsNoRoundTrip() throws SQLException {
    if (subject == Subject.UCP) {
      assertThat(borrowsThatAsk(false, ATTEMPTS)).isEqualTo(ATTEMPTS);
    } else {
      assertThat(borrowsThatAsk(false, MANY)).isLessThan(MANY);
    }
  }

  /** Borrows, at most this number, before the first that is no round trip. */
  private int borrowsThatAsk(boolean validation, int most) throws SQLException {
    Connections open = open(SubjectSettings.full(1).withValidation(validation));
    for (int borrow = 0; borrow < most; borrow++) {
      String before = lastStatement();
      try (Connection connection = open.take()) {
        assertThat(connection).isNotNull();
        if (lastStatement().equals(before)) {
          return borrow;
        }
      }
    }
    return most;
  }
}
