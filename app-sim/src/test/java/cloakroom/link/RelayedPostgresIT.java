package cloakroom.link;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The relay counts the known round trips of PostgreSQL's driver. */
final class RelayedPostgresIT {
  private static final Database DATABASE = TestDatabase.newSchema();
  private static final int ROWS = 1000;
  private Relay relay;

  @BeforeEach
  void open() {
    relay = Relay.to(DATABASE.url());
  }

  @AfterEach
  void close() {
    relay.close();
  }

  private Connection connect(String parameters) throws SQLException {
    return DriverManager.getConnection(
        relay.url() + parameters, DATABASE.user(), DATABASE.password().reveal());
  }

  private interface Work {
    void run() throws SQLException;
  }

  private LinkCounts counted(Work work) throws SQLException {
    LinkCounts before = relay.total();
    work.run();
    return relay.total().since(before);
  }

  private static void select(Connection connection, int id) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("select data from fetch_test where id = ?")) {
      statement.setInt(1, id);
      try (ResultSet row = statement.executeQuery()) {
        assertThat(row.next()).isTrue();
      }
    }
  }

  @Test
  void logon_refusedEncryption_isParsed() throws SQLException {
    for (String mode : new String[] {"disable", "prefer"}) {
      LinkCounts counts = counted(() -> connect("&gssEncMode=disable&sslmode=" + mode).close());
      assertThat(counts.connects()).isEqualTo(1);
      assertThat(counts.unread()).isZero();
      // start-up, two of SCRAM, and one for the encryption request
      assertThat(counts.roundTrips()).isGreaterThanOrEqualTo(mode.equals("prefer") ? 4 : 3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&preferQueryMode=simple"})
  void statementWithoutTransaction_isOneRoundTrip(String mode) throws SQLException {
    try (Connection connection = connect(mode)) {
      LinkCounts counts = counted(() -> select(connection, 1));
      assertThat(counts.roundTrips()).isEqualTo(1);
      assertThat(counts.parses()).isEqualTo(1);
      assertThat(counts.statements()).isEqualTo(1);
      assertThat(counts.connects()).isZero();
      assertThat(counts.bytesSent()).isBetween(50L, 300L);
      assertThat(counts.bytesReceived()).isBetween(20L, 300L);
    }
  }

  @Test
  void transaction_isItsStatementsAndItsCommit() throws SQLException {
    try (Connection connection = connect("")) {
      connection.setAutoCommit(false);
      LinkCounts counts =
          counted(
              () -> {
                select(connection, 1);
                select(connection, 2);
                connection.commit();
              });
      assertThat(counts.roundTrips()).as("BEGIN travels with its statement").isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1001", "10, 101", "300, 4", "2000, 1"})
  void fetchSize_isTheRowsOfARoundTrip(int fetchSize, int roundTrips) throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setFetchSize(fetchSize);
      LinkCounts counts =
          counted(
              () -> {
                try (ResultSet rows = statement.executeQuery("select id, data from fetch_test")) {
                  for (int i = 0; i < ROWS; i++) {
                    assertThat(rows.next()).isTrue();
                  }
                  assertThat(rows.next()).isFalse();
                }
              });
      assertThat(counts.roundTrips()).isEqualTo(roundTrips);
      assertThat(counts.statements()).as("BEGIN is one too").isEqualTo(1 + roundTrips);
      assertThat(counts.parses()).isEqualTo(2);
      assertThat(counts.bytesReceived()).isGreaterThan(20L * ROWS);
    }
  }

  @Test
  void largeStatement_isOneRoundTrip() throws SQLException {
    byte[] large = new byte[1_000_000];
    try (Connection connection = connect("");
        PreparedStatement statement = connection.prepareStatement("select length(?::bytea)")) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 5; i++) {
        statement.setBytes(1, large);
        LinkCounts counts = counted(() -> statement.executeQuery().close());
        assertThat(counts.roundTrips()).isEqualTo(1);
        assertThat(counts.bytesSent()).isGreaterThan(large.length);
      }
    }
  }
}
