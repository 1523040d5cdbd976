package cloakroom.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.study.StudyState.Counts;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.database.postgres.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CountedDatabaseTest {
  private static EmbeddedPostgres server;

  private CountedDatabase database;

  @BeforeAll
  static void start() {
    server = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    database = new CountedDatabase(server);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource({"UNPOOLED, 7, 28", "HIKARI, 1, 7", "UCP, 1, 7"})
  void borrows_takeTheConnectionsOfTheirSubject(Subject subject, int connects, int roundTrips)
      throws SQLException {
    Counts counts = new Counts();
    try (Connections connections = subject.open(database, SubjectSettings.full(1))) {
      database.start();
      for (int i = 0; i < 7; i++) {
        connections.take().close();
      }
      database.stop(counts);
    }
    assertThat(counts.connects).isEqualTo(connects);
    assertThat(counts.roundTrips).isBetween(roundTrips * 0.75, roundTrips * 1.25);
    assertThat(counts.bytesSent).isPositive();
    assertThat(counts.bytesReceived).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"0, 50", "1, 5"})
  void cacheOfOneStatement_savesParsesAndNoRoundTrip(int cache, int parses) throws SQLException {
    SubjectSettings settings = SubjectSettings.full(1).withStatementCache(cache);
    Counts counts = new Counts();
    try (Connections connections = Subject.UNPOOLED.open(database, settings);
        Connection connection = connections.take()) {
      database.start();
      for (int i = 0; i < 50; i++) {
        try (PreparedStatement statement = connection.prepareStatement("select ?::integer")) {
          statement.setInt(1, i);
          statement.executeQuery().close();
        }
      }
      database.stop(counts);
    }
    assertThat(counts.parses).isEqualTo(parses);
    assertThat(counts.roundTrips).isEqualTo(50);
    assertThat(counts.connects).isEqualTo(1);
  }
}
