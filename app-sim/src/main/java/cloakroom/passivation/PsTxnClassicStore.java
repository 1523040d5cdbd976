package cloakroom.passivation;

import cloakroom.connection.InternalConnections;
import cloakroom.connection.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;

/**
 * Snapshots in PS_TXN the way ADF writes them: on an internal connection of their own, so that
 * their commit is not the user's; a row with an empty LOB first, then the LOB, then the commit
 * (AWA, GH-CREATE). Every write has a new id; the row that a snapshot replaces goes in the same
 * transaction.
 */
public final class PsTxnClassicStore implements SnapshotStore {
  /** The sequence's increment in ADF's own script. */
  public static final int SEQUENCE_INCREMENT = PsTxn.SEQUENCE_INCREMENT;

  private final PsTxn table;
  private final PsTxnDialect dialect;
  private final PassivationStatements statements;
  private final SequenceBlock ids;

  /** A store on PostgreSQL with the default statements. */
  public PsTxnClassicStore(InternalConnections connections) {
    this(connections, PsTxnDialect.POSTGRESQL, PassivationStatements.INSERT_THEN_LOB);
  }

  /** A store that borrows a connection for each operation; its owner closes the source. */
  public PsTxnClassicStore(
      InternalConnections connections, PsTxnDialect dialect, PassivationStatements statements) {
    this.table = new PsTxn(connections);
    this.dialect = dialect;
    this.statements = statements;
    this.ids = new SequenceBlock(dialect.nextBlock(), SEQUENCE_INCREMENT);
  }

  @Override
  public StoredSnapshot write(StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    SnapshotStore.checkWrite(replaces, version, content);
    return table.transaction(
        holder,
        "JBO-28030: cannot insert into PS_TXN",
        connection -> {
          StoredSnapshot written = new StoredSnapshot(ids.next(connection), version);
          Sql.update(connection, dialect.insertEmpty(), version, written.id());
          switch (statements) {
            case INSERT_THEN_LOB -> dialect.writeLob(connection, written, content);
            case LOCATE_LOB -> dialect.writeLocated(connection, written, content);
          }
          if (replaces != null && !PsTxn.delete(connection, replaces)) {
            throw SnapshotStoreException.conflict(PsTxn.NAME, replaces);
          }
          return written;
        });
  }

  @Override
  public byte[] read(long id, Lease holder) {
    return table.transaction(
        holder, "cannot read PS_TXN", connection -> PsTxn.read(connection, id));
  }

  @Override
  public boolean delete(StoredSnapshot snapshot, Lease holder) {
    return table.transaction(
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

  /**
   * Ids from a database sequence that counts in blocks, as ADF draws them: one NEXTVAL for a whole
   * block, the rest from memory (GH-CREATE). What is left of a block when the process ends is lost.
   */
  private static final class SequenceBlock {
    private final String nextValueSql;
    private final int blockSize;
    private long next;
    private long end;

    /**
     * A block that is empty at first.
     *
     * @param nextValueSql a query for the sequence's next value, the first id of a block
     * @param blockSize the sequence's increment
     */
    SequenceBlock(String nextValueSql, int blockSize) {
      this.nextValueSql = nextValueSql;
      this.blockSize = blockSize;
    }

    /** The next id; asks the database through this connection when the block is used up. */
    synchronized long next(Connection connection) throws SQLException {
      if (next == end) {
        next = Sql.number(connection, nextValueSql);
        end = next + blockSize;
      }
      return next++;
    }
  }
}
