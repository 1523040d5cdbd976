package cloakroom.bench.study.s1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.TestServer;
import cloakroom.bench.study.s1.S1cStatementCache.Lookup;
import cloakroom.bench.study.s1.S1cStatementCache.LookupSession;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Behaviour of pgjdbc's statement cache on which the studies depend. */
final class LookupSessionIT {
  private static final int OFTEN = 10;

  private static LookupSession session(int cache) throws SQLException {
    return LookupSession.open(TestServer.get(), cache);
  }

  @ParameterizedTest
  @EnumSource
  void answer_isTheSameForBindAndLiteral(Lookup query) throws SQLException {
    try (LookupSession session = session(1)) {
      assertThat(session.bound(query.variant(0), 17, true))
          .isEqualTo(session.literal(query.literal(17)))
          .isEqualTo(session.bound(query.variant(0), 17, false))
          .contains("17");
    }
  }

  /** N statements fit a cache of N; with one more each is evicted before its next use. */
  @ParameterizedTest
  @CsvSource({
    "KEYED, 0, 1, 0",
    "KEYED, 1, 1, 1",
    "KEYED, 5, 5, 5",
    "KEYED, 5, 6, 0",
    "CALLED, 0, 1, 0",
    "CALLED, 1, 1, 1",
    "CALLED, 5, 5, 5",
    "CALLED, 5, 6, 0"
  })
  void statementsInTurn_areKeptIfAllFit(Lookup query, int cache, int statements, int kept)
      throws SQLException {
    try (LookupSession session = session(cache)) {
      for (int i = 0; i < OFTEN * statements; i++) {
        session.bound(query.variant(i % statements), 1, true);
      }
      assertThat(session.prepared()).isEqualTo(kept);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 2"})
  void keptOut_isNotKeptByTheServer_andTakesAPlaceInTheDriversCache(int kept, int keptOut)
      throws SQLException {
    try (LookupSession session = session(1)) {
      for (int i = 0; i < OFTEN; i++) {
        session.bound(Lookup.KEYED.variant(kept), 1, kept != 0);
        session.bound(Lookup.KEYED.variant(keptOut), 1, false);
      }
      assertThat(session.prepared()).isZero();
    }
  }

  @Test
  void notPoolable_isKeptAllTheSame() throws SQLException {
    try (Connection connection =
        Subject.UNPOOLED.open(TestServer.get(), SubjectSettings.full(1)).borrow()) {
      for (int i = 0; i < OFTEN; i++) {
        try (PreparedStatement statement = connection.prepareStatement(Lookup.KEYED.variant(0))) {
          statement.setPoolable(false);
          statement.setInt(1, 1);
          statement.executeQuery().close();
        }
      }
      try (PreparedStatement statement =
              connection.prepareStatement("select count(*) from pg_prepared_statements");
          ResultSet count = statement.executeQuery()) {
        count.next();
        assertThat(count.getInt(1)).isOne();
      }
    }
  }

  @Test
  void anotherNumberKeptOrNoRow_isRejected() throws SQLException {
    try (LookupSession session = session(0)) {
      assertThatCode(() -> session.requirePrepared(0)).doesNotThrowAnyException();
      assertThatThrownBy(() -> session.requirePrepared(1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the server has 0 prepared statements instead of 1");
      assertThatThrownBy(() -> session.bound(Lookup.KEYED.variant(0), -1, true))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no row for");
    }
  }
}
