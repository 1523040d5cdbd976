package cloakroom.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.database.Database;
import cloakroom.link.LinkCounts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CountedDatabaseIT {
  private static final Database SERVER = TestServer.get();

  private CountedDatabase database;

  @BeforeEach
  void open() {
    database = new CountedDatabase(SERVER);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource({"UNPOOLED, 7, 28", "HIKARI, 0, 7", "UCP, 0, 7"})
  void borrows_takeTheConnectionsOfTheirSubject(Subject subject, int connects, int roundTrips)
      throws SQLException {
    try (Connections connections = subject.open(database, SubjectSettings.full(1))) {
      LinkCounts before = database.relay().total();
      for (int i = 0; i < 7; i++) {
        connections.borrow().close();
      }
      LinkCounts counts = database.relay().total().since(before);
      assertThat(counts.connects()).isEqualTo(connects);
      assertThat(counts.roundTrips()).isEqualTo(roundTrips);
      assertThat(counts.bytesSent()).isPositive();
      assertThat(counts.bytesReceived()).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 50", "1, 5"})
  void cacheOfOneStatement_savesParsesAndNoRoundTrip(int cache, int parses) throws SQLException {
    SubjectSettings settings = SubjectSettings.full(1).withStatementCache(cache);
    try (Connections connections = Subject.UNPOOLED.open(database, settings);
        Connection connection = connections.borrow()) {
      LinkCounts before = database.relay().total();
      for (int i = 0; i < 50; i++) {
        try (PreparedStatement statement = connection.prepareStatement("select ?::integer")) {
          statement.setInt(1, i);
          statement.executeQuery().close();
        }
      }
      LinkCounts counts = database.relay().total().since(before);
      assertThat(counts.parses()).isEqualTo(parses);
      assertThat(counts.roundTrips()).isEqualTo(50);
      assertThat(database.open()).isEqualTo(1);
    }
  }
}
