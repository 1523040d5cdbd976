package cloakroom.connection.link;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.StatementStatistics;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The relay's parses and executes against the database's own. The database counts plans, not
 * parses; when it has to plan generically, each parsed statement is planned once.
 */
@Timeout(120)
final class ParseCountTest {
  private static final int EXECUTIONS = 200;

  @ParameterizedTest
  @CsvSource({"256, 1, 1", "256, 5, 5", "256, 0, 200", "0, 5, 200", "0, 1, 200"})
  void parses_areThoseOfTheDatabase(int cache, int threshold, int expected) throws SQLException {
    StatementStatistics database = StatementStatistics.ofASharedServer();
    database.forget();
    try (Relay relay = Relay.to(database.url());
        Connection connection = connect(relay, database, cache, threshold)) {
      LinkCounts before = relay.total();
      for (int i = 0; i < EXECUTIONS; i++) {
        try (PreparedStatement statement =
            connection.prepareStatement("select ?::integer as counted")) {
          statement.setInt(1, i);
          statement.executeQuery().close();
        }
      }
      LinkCounts counts = relay.total().since(before);

      assertThat(counts.parses()).isEqualTo(expected).isEqualTo(database.plans("counted"));
      assertThat(counts.executes()).isEqualTo(EXECUTIONS).isEqualTo(database.calls("counted"));
    }
  }

  @Test
  void aSecondConnection_parsesAnew() throws SQLException {
    StatementStatistics database = StatementStatistics.ofASharedServer();
    database.forget();
    try (Relay relay = Relay.to(database.url())) {
      for (int i = 0; i < 3; i++) {
        try (Connection connection = connect(relay, database, 256, 1);
            PreparedStatement statement = connection.prepareStatement("select 1 as reconnected")) {
          statement.executeQuery().close();
          statement.executeQuery().close();
        }
      }
      assertThat(database.plans("reconnected")).isEqualTo(3);
      assertThat(relay.total().parses()).isGreaterThanOrEqualTo(3);
    }
  }

  private static Connection connect(
      Relay relay, StatementStatistics database, int cache, int threshold) throws SQLException {
    return DriverManager.getConnection(
        relay.url()
            + "?options=-c%20plan_cache_mode=force_generic_plan&preparedStatementCacheQueries="
            + cache
            + "&prepareThreshold="
            + threshold,
        database.user(),
        database.password().reveal());
  }
}
