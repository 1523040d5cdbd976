package cloakroom.bench.family.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What it would bring to commit the writes of several threads together: whoever finds nobody else
 * at it takes all that wait, and writes them in one round trip and one transaction. The same
 * conditional update as ours, on a table like ours.
 */
final class GroupedStore implements SessionStore<byte[]> {
  private static final String TABLE = "cloakroom_bench_grouped";
  private static final String INSERT =
      "insert into " + TABLE + " (id, parentid, collid, content) values (1, 0, ?, ?)";
  private static final String UPDATE =
      "update "
          + TABLE
          + " set parentid = ?, content = ?, creation_date = now()"
          + " where collid = ? and id = 1 and parentid = ?";
  private static final String SELECT =
      "select content from " + TABLE + " where collid = ? and id = 1";

  private final StoreConnections connections;
  private final long[] versions = new long[Subject.SESSIONS];
  private final Queue<Write> waiting = new ConcurrentLinkedQueue<>();
  private final ReentrantLock writing = new ReentrantLock();

  private static final class Write {
    final int session;
    final long version;
    final byte[] state;
    volatile boolean done;

    Write(int session, long version, byte[] state) {
      this.session = session;
      this.version = version;
      this.state = state;
    }
  }

  GroupedStore(StoreConnections connections) throws SQLException {
    this.connections = connections;
    connections.execute(
        "drop table if exists " + TABLE, "create table " + TABLE + " (like ps_txn including all)");
  }

  @Override
  public void create(int session, byte[] state) throws SQLException {
    try (Connection connection = connections.theirs().getConnection();
        PreparedStatement statement = connection.prepareStatement(INSERT)) {
      statement.setLong(1, session);
      statement.setBytes(2, state);
      statement.executeUpdate();
    }
  }

  @Override
  public byte[] exchange(int session, byte[] state) throws SQLException {
    Write own = new Write(session, ++versions[session], state);
    waiting.add(own);
    writing.lock();
    try {
      if (!own.done) {
        writeAll();
      }
    } finally {
      writing.unlock();
    }
    try (Connection connection = connections.theirs().getConnection();
        PreparedStatement query = connection.prepareStatement(SELECT)) {
      query.setLong(1, session);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getBytes(1);
      }
    }
  }

  private void writeAll() throws SQLException {
    List<Write> group = new ArrayList<>();
    for (Write next = waiting.poll(); next != null; next = waiting.poll()) {
      group.add(next);
    }
    try (Connection connection = connections.theirs().getConnection();
        PreparedStatement statement = connection.prepareStatement(UPDATE)) {
      for (Write write : group) {
        statement.setLong(1, write.version);
        statement.setBytes(2, write.state);
        statement.setLong(3, write.session);
        statement.setLong(4, write.version - 1);
        statement.addBatch();
      }
      for (int rows : statement.executeBatch()) {
        if (rows != 1) {
          throw new IllegalStateException("a write of a group was lost");
        }
      }
    }
    group.forEach(write -> write.done = true);
  }

  @Override
  public void close() {
    SessionStore.end(() -> connections.execute("drop table " + TABLE));
  }
}
