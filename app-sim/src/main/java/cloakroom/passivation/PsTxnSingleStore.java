package cloakroom.passivation;

import cloakroom.connection.InternalConnections;
import cloakroom.connection.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;

/**
 * Snapshots in PS_TXN as cheaply as we know how: every operation is one statement, which is one
 * transaction and one round trip on the internal connection.
 *
 * <p>A session keeps its row. Its first write inserts it; a later one updates it on condition that
 * the row still holds the version replaced, so that the database itself decides who wins. The first
 * write of each fifty draws the ids for all of them, within its own statement.
 */
public final class PsTxnSingleStore implements SnapshotStore {
  private static final String WRITING = "JBO-28030: cannot insert into PS_TXN";

  private final PsTxn table;
  private final PsTxnDialect dialect;
  private final IdRanges ids = new IdRanges();

  /** A store that borrows a connection for each operation; its owner closes the source. */
  public PsTxnSingleStore(InternalConnections connections, PsTxnDialect dialect) {
    this.table = new PsTxn(connections);
    this.dialect = dialect;
  }

  @Override
  public StoredSnapshot write(StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    SnapshotStore.checkWrite(replaces, version, content);
    return table.statement(
        holder,
        WRITING,
        connection ->
            replaces == null
                ? insert(connection, version, content)
                : replace(connection, replaces, version, content));
  }

  private StoredSnapshot insert(Connection connection, long version, byte[] content)
      throws SQLException {
    long id = ids.poll();
    if (id == 0) {
      long drawn = dialect.insertDrawing(connection, version, content);
      ids.add(drawn + 1, drawn + PsTxn.SEQUENCE_INCREMENT);
      return new StoredSnapshot(drawn, version);
    }
    StoredSnapshot first = new StoredSnapshot(id, version);
    dialect.insertWhole(connection, first, content);
    return first;
  }

  private StoredSnapshot replace(
      Connection connection, StoredSnapshot replaces, long version, byte[] content)
      throws SQLException {
    int replaced =
        Sql.update(
            connection, dialect.replace(), version, content, replaces.id(), replaces.version());
    if (replaced == 0) {
      throw SnapshotStoreException.conflict(PsTxn.NAME, replaces);
    }
    return new StoredSnapshot(replaces.id(), version);
  }

  @Override
  public byte[] read(long id, Lease holder) {
    return table.statement(holder, "cannot read PS_TXN", connection -> PsTxn.read(connection, id));
  }

  @Override
  public boolean delete(StoredSnapshot snapshot, Lease holder) {
    return table.statement(
        holder, "cannot delete from PS_TXN", connection -> PsTxn.delete(connection, snapshot));
  }

  @Override
  public int keepAlive(Collection<Long> ids, Duration olderThan) {
    return table.keepAlive(dialect, ids, olderThan);
  }

  @Override
  public void close() {
    // the connections are closed by their owner
  }
}
