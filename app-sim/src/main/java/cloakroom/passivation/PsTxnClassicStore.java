package cloakroom.passivation;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Snapshots in PS_TXN the way ADF writes them: on an internal connection of their own, so that
 * their commit is not the user's; a row with an empty LOB first, then the LOB, then the commit
 * (ADF-BC, section 4). The row that a snapshot replaces goes in the same transaction.
 */
public final class PsTxnClassicStore implements SnapshotStore {
  /** The sequence's increment in ADF's own script. */
  public static final int SEQUENCE_INCREMENT = 50;

  private static final String NEXT_BLOCK = "select nextval('ps_txn_seq')";
  private static final String INSERT =
      "insert into ps_txn (id, parentid, collid, content) values (1, -1, ?, ?)";
  private static final String WRITE_LOB = "update ps_txn set content = ? where collid = ?";
  private static final String READ = "select content from ps_txn where collid = ? and id = 1";
  private static final String DELETE = "delete from ps_txn where collid = ?";
  private static final byte[] EMPTY_LOB = {};

  private final InternalConnections connections;
  private final SequenceBlock ids = new SequenceBlock(NEXT_BLOCK, SEQUENCE_INCREMENT);

  /** A store that borrows a connection for each operation; its owner closes the source. */
  public PsTxnClassicStore(InternalConnections connections) {
    this.connections = connections;
  }

  @Override
  public long write(long previous, byte[] content, Lease holder) {
    return transaction(
        holder,
        "JBO-28030: cannot insert into PS_TXN",
        connection -> {
          long id = ids.next(connection);
          update(connection, INSERT, id, EMPTY_LOB);
          writeLob(connection, id, content);
          if (previous != 0) {
            update(connection, DELETE, previous);
          }
          return id;
        });
  }

  @Override
  public byte[] read(long id, Lease holder) {
    byte[] content =
        transaction(holder, "cannot read PS_TXN", connection -> select(connection, id));
    if (content == null) {
      throw new SnapshotStoreException(
          SnapshotStoreException.Kind.MISSING, "PS_TXN has no snapshot " + id, null);
    }
    return content;
  }

  @Override
  public void delete(long id, Lease holder) {
    transaction(holder, "cannot delete from PS_TXN", connection -> update(connection, DELETE, id));
  }

  private static byte[] select(Connection connection, long id) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(READ)) {
      query.setLong(1, id);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? row.getBytes(1) : null;
      }
    }
  }

  private static int update(Connection connection, String sql, long id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, id);
      return statement.executeUpdate();
    }
  }

  private static void update(Connection connection, String sql, long id, byte[] content)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, id);
      statement.setBytes(2, content);
      statement.executeUpdate();
    }
  }

  private static void writeLob(Connection connection, long id, byte[] content) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(WRITE_LOB)) {
      statement.setBytes(1, content);
      statement.setLong(2, id);
      statement.executeUpdate();
    }
  }

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private <T> T transaction(Lease holder, String failing, Work<T> work) {
    try (Lease lease = connections.borrowFor(holder)) {
      try {
        T result = work.on(lease.jdbc());
        lease.jdbc().commit();
        return result;
      } catch (SQLException e) {
        ConnectionException cause = ConnectionException.inUse(failing, e);
        if (cause.kind() == ConnectionException.Kind.SESSION_DEAD) {
          lease.markBroken();
        }
        throw unavailable(cause.getMessage(), cause);
      }
    } catch (ConnectionException e) {
      throw unavailable(failing + ": " + e.getMessage(), e);
    }
  }

  private static SnapshotStoreException unavailable(String message, Exception cause) {
    return new SnapshotStoreException(SnapshotStoreException.Kind.UNAVAILABLE, message, cause);
  }

  @Override
  public void close() {
    // the connections belong to whoever made the store
  }
}
