package cloakroom.passivation;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What both stores on PS_TXN do alike: borrow, run, commit or roll back, and name the failure. */
final class PsTxn {
  /** The sequence's increment in ADF's own script. */
  static final int SEQUENCE_INCREMENT = 50;

  static final String NAME = "PS_TXN";

  /** Ids of one statement of {@link #keepAlive}. */
  static final int KEEP_ALIVE_CHUNK = 500;

  private static final String READ = "select content from ps_txn where collid = ? and id = 1";
  private static final String DELETE =
      "delete from ps_txn where collid = ? and id = 1 and parentid = ?";

  private final InternalConnections connections;

  PsTxn(InternalConnections connections) {
    this.connections = connections;
  }

  /** A piece of work on an internal connection. */
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** Several statements that take effect together, and one round trip for their commit. */
  <T> T transaction(Lease holder, String failing, Work<T> work) {
    return borrowed(
        holder,
        failing,
        connection -> {
          T result = work.on(connection);
          connection.commit();
          return result;
        });
  }

  /**
   * One statement that is a transaction of its own: no round trip for its begin or its end. The
   * switch of autoCommit and back sends nothing, because no transaction is open.
   */
  <T> T statement(Lease holder, String failing, Work<T> work) {
    return borrowed(
        holder,
        failing,
        connection -> {
          connection.setAutoCommit(true);
          T result = work.on(connection);
          connection.setAutoCommit(false);
          return result;
        });
  }

  private <T> T borrowed(Lease holder, String failing, Work<T> work) {
    try (Lease lease = connections.borrowFor(holder)) {
      try {
        return work.on(lease.jdbc());
      } catch (SQLException e) {
        ConnectionException cause = lease.failure(failing, e);
        undo(lease);
        throw SnapshotStoreException.unavailable(cause.getMessage(), cause);
      } catch (SnapshotStoreException e) {
        undo(lease);
        throw e;
      }
    } catch (ConnectionException e) {
      throw SnapshotStoreException.unavailable(failing + ": " + e.getMessage(), e);
    }
  }

  /** Whatever the hygiene, a failed write leaves nothing open. */
  private static void undo(Lease lease) {
    if (lease.isBroken()) {
      return;
    }
    try {
      if (!lease.jdbc().getAutoCommit()) {
        lease.jdbc().rollback();
      } else {
        lease.jdbc().setAutoCommit(false);
      }
    } catch (SQLException e) {
      lease.markBroken();
    }
  }

  static byte[] read(Connection connection, long id) throws SQLException {
    return Sql.query(
        connection,
        READ,
        row -> {
          if (!row.next()) {
            throw SnapshotStoreException.missing(NAME, id);
          }
          byte[] content = row.getBytes(1);
          if (content == null) {
            throw SnapshotStoreException.damaged(NAME, id);
          }
          return content;
        },
        id);
  }

  /** Whether the snapshot was there in this version. */
  static boolean delete(Connection connection, StoredSnapshot snapshot) throws SQLException {
    return Sql.update(connection, DELETE, snapshot.id(), snapshot.version()) > 0;
  }

  /** Each chunk is a transaction of its own, so that no lock is held for long. */
  int keepAlive(PsTxnDialect dialect, Collection<Long> ids, Duration olderThan) {
    List<Long> sorted = new ArrayList<>(ids);
    sorted.sort(null);
    int touched = 0;
    for (int from = 0; from < sorted.size(); from += KEEP_ALIVE_CHUNK) {
      List<Long> chunk = sorted.subList(from, Math.min(from + KEEP_ALIVE_CHUNK, sorted.size()));
      touched +=
          statement(
              null,
              "cannot keep snapshots in PS_TXN alive",
              connection -> dialect.touch(connection, chunk, olderThan));
    }
    return touched;
  }
}
