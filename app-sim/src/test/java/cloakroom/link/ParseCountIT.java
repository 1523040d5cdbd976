package cloakroom.link;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.TestDatabase;
import cloakroom.database.postgres.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The relay's counts against the database's. The database counts plans, not parses; with generic
 * plans it plans each parsed statement once.
 */
final class ParseCountIT {
  private static final int EXECUTIONS = 200;
  private static final EmbeddedPostgres SERVER = TestDatabase.server();

  /** Statements that differ only in their columns' names count as one. */
  @BeforeEach
  void forget() throws SQLException {
    try (Connection connection = SERVER.connectAsSuperuser()) {
      TestDatabase.execute(
          connection,
          "create extension if not exists pg_stat_statements",
          "select pg_stat_statements_reset()");
    }
  }

  private static long counted(String what, String word) throws SQLException {
    String sum = "select coalesce(sum(%s), 0) from pg_stat_statements where query like '%%%s%%'";
    try (Connection connection = SERVER.connectAsSuperuser()) {
      return Long.parseLong(TestDatabase.ask(connection, sum.formatted(what, word)));
    }
  }

  @ParameterizedTest
  @CsvSource({"256, 1, 1", "256, 5, 5", "256, 0, 200", "0, 5, 200", "0, 1, 200"})
  void parses_areThoseOfTheDatabase(int cache, int threshold, int expected) throws SQLException {
    try (Relay relay = Relay.to(SERVER.url());
        Connection connection = connect(relay, cache, threshold)) {
      LinkCounts before = relay.total();
      for (int i = 0; i < EXECUTIONS; i++) {
        try (PreparedStatement statement =
            connection.prepareStatement("select ?::integer as counted")) {
          statement.setInt(1, i);
          statement.executeQuery().close();
        }
      }
      LinkCounts counts = relay.total().since(before);

      assertThat(counts.parses()).isEqualTo(expected).isEqualTo(counted("plans", "counted"));
      assertThat(counts.statements()).isEqualTo(EXECUTIONS).isEqualTo(counted("calls", "counted"));
    }
  }

  @Test
  void aSecondConnection_parsesAgain() throws SQLException {
    try (Relay relay = Relay.to(SERVER.url())) {
      for (int i = 0; i < 3; i++) {
        try (Connection connection = connect(relay, 256, 1);
            PreparedStatement statement = connection.prepareStatement("select 1 as reconnected")) {
          statement.executeQuery().close();
          statement.executeQuery().close();
        }
      }
      assertThat(counted("plans", "reconnected")).isEqualTo(3);
      assertThat(relay.total().parses()).isGreaterThanOrEqualTo(3);
    }
  }

  private static Connection connect(Relay relay, int cache, int threshold) throws SQLException {
    return DriverManager.getConnection(
        relay.url()
            + "?options=-c%20plan_cache_mode=force_generic_plan&preparedStatementCacheQueries="
            + cache
            + "&prepareThreshold="
            + threshold,
        SERVER.user(),
        SERVER.password().reveal());
  }
}
