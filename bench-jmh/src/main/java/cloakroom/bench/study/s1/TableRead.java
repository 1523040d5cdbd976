package cloakroom.bench.study.s1;

import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.SchemaName;
import cloakroom.database.Database;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads the table fetch_test with so many rows for each round trip, on a connection of its own.
 *
 * <p>pgjdbc keeps to a fetch size only for a forward-only result set within a transaction;
 * otherwise it fetches everything at once and says nothing. So autoCommit is off, and {@link
 * #requireFetchSize} asks the server.
 */
record TableRead(Connection connection, int fetchSize) implements AutoCloseable {
  static final int ROWS = 100_000;

  private static final String QUERY = "select id, data from cloakroom.fetch_test";
  private static final long SUM_OF_IDS = ROWS * (ROWS + 1L) / 2;
  private static final long CHARACTERS = ROWS * 7L;

  /** A result set that is still fetched from is a portal with a name. */
  private static final String OPEN_PORTALS = "select count(*) from pg_cursors where name <> ''";

  /** Connects; autoCommit is off, as a fetch size needs it. */
  static TableRead open(Database database, int fetchSize) throws SQLException {
    Connections connections = Subject.UNPOOLED.open(database, SubjectSettings.full(1));
    Connection connection = connections.take();
    connection.setAutoCommit(false);
    return new TableRead(connection, fetchSize);
  }

  /** Reads every row, always {@link #ROWS}, and refuses others than the study's. */
  int all() throws SQLException {
    Seen seen = read(Integer.MAX_VALUE);
    requireAll(seen.count, seen.ids, seen.characters);
    return seen.count;
  }

  /** Reads a hundredth of them, and ends the transaction. */
  int first() throws SQLException {
    int count = read(ROWS / 100).count;
    endTransaction();
    return count;
  }

  private record Seen(int count, long ids, long characters) {}

  private Seen read(int most) throws SQLException {
    try (PreparedStatement statement = prepare();
        ResultSet rows = statement.executeQuery()) {
      int count = 0;
      long ids = 0;
      long characters = 0;
      while (count < most && rows.next()) {
        count++;
        ids += rows.getInt(1);
        characters += rows.getString(2).length();
      }
      return new Seen(count, ids, characters);
    }
  }

  private static void requireAll(int count, long ids, long characters) {
    if (count != ROWS || ids != SUM_OF_IDS || characters != CHARACTERS) {
      throw new IllegalStateException(
          "fetch_test gave %,d rows (sum of ids %,d, %,d characters): the study needs the ids 1 to %,d"
              .formatted(count, ids, characters, ROWS));
    }
  }

  /** Bytes of heap that the rows of one round trip hold until the next one. */
  long heldBytes() throws SQLException {
    long without = usedAfterCollection();
    try (PreparedStatement statement = prepare();
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return Math.max(0, usedAfterCollection() - without);
    } finally {
      endTransaction();
    }
  }

  private static long usedAfterCollection() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private PreparedStatement prepare() throws SQLException {
    String query = SchemaName.of(connection.getMetaData().getURL(), null).in(QUERY);
    PreparedStatement statement =
        connection.prepareStatement(query, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    statement.setFetchSize(fetchSize);
    return statement;
  }

  /**
   * Asks the server whether it still holds rows back while the first are read: a fetch size without
   * effect is refused. Oracle's driver keeps to a fetch size always, so its server is not asked.
   */
  void requireFetchSize() throws SQLException {
    if (isOracle(connection)) {
      return;
    }
    try (PreparedStatement statement = prepare();
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      if (Connections.ask(connection, OPEN_PORTALS).equals("0")) {
        throw new IllegalStateException(
            "the fetch size of " + fetchSize + " had no effect: the driver fetched everything");
      }
    }
    endTransaction();
  }

  /** What a study checks only a PostgreSQL can answer. */
  static boolean isOracle(Connection connection) throws SQLException {
    return DatabaseKind.ORACLE.isOf(connection.getMetaData().getURL());
  }

  /** Ends the read's transaction, which no clock should see. */
  void endTransaction() throws SQLException {
    connection.rollback();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
