package cloakroom.bench.study.s1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.TestServer;
import cloakroom.bench.study.s1.S1bFetchSize.TableRead;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TableReadIT {
  /** Less than half of what all rows take. */
  private static final long HALF = 100_000 * 50;

  @ParameterizedTest
  @ValueSource(ints = {1, 10_000, 100_000})
  void fetchSize_takesEffect(int size) throws SQLException {
    try (TableRead read = TableRead.open(TestServer.get(), size)) {
      assertThatCode(read::requireFetchSize).doesNotThrowAnyException();
    }
  }

  @Test
  void fetchSizeInAutoCommit_isRejected() throws SQLException {
    try (TableRead read = new TableRead(TestServer.get().connect(), 10)) {
      assertThatThrownBy(read::requireFetchSize)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the fetch size of 10 had no effect: the driver fetched everything");
    }
  }

  @Test
  void everyRow_isRead() throws SQLException {
    try (TableRead read = TableRead.open(TestServer.get(), 1_000)) {
      assertThat(read.all()).isEqualTo(100_000);
    }
  }

  @Tag("soak")
  @Test
  void rowsOfOneRoundTrip_areHeldAtTheSameTime() throws SQLException {
    assertThat(heldBytes(100_000, HALF, Long.MAX_VALUE)).isGreaterThan(HALF);
    assertThat(heldBytes(1_000, 0, HALF)).isLessThan(HALF);
  }

  /** Measures again if outside: this JVM may collect garbage of earlier tests. */
  private static long heldBytes(int fetchSize, long least, long most) throws SQLException {
    long bytes = heldBytes(fetchSize);
    for (int again = 0; again < 4 && (bytes <= least || bytes >= most); again++) {
      bytes = heldBytes(fetchSize);
    }
    return bytes;
  }

  private static long heldBytes(int fetchSize) throws SQLException {
    try (TableRead read = TableRead.open(TestServer.get(), fetchSize)) {
      return read.heldBytes();
    }
  }

  @Test
  void anotherTable_isRejected() throws SQLException {
    Connection connection = TestServer.get().connect();
    connection.setAutoCommit(false);
    try (TableRead read = new TableRead(connection, 1_000);
        Statement statement = connection.createStatement()) {
      statement.execute("delete from fetch_test where id = 7");
      assertThatThrownBy(read::all)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("99,999 rows");
      connection.rollback();
    }
  }
}
