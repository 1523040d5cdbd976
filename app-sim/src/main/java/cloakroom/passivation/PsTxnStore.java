package cloakroom.passivation;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Store in PS_TXN, in separate transactions, so that their commit is not the user's. Every write
 * mode reads, deletes and purges the snapshots of the others.
 *
 * <p>A purge compares with the database's clock at its start. It skips rows that another
 * transaction has locked, without a wait.
 */
public final class PsTxnStore implements SnapshotStore, SnapshotPurge {
  /** Statements of a write; ADF's sources do not specify which of the last two it uses. */
  public enum WriteMode {
    /**
     * Every operation is one statement, one transaction and one round trip, on the holder's
     * connection if that is free. A session keeps its row, and the row count of the update detects
     * conflicts. The first of fifty inserts draws the ids for all of them, within its statement.
     */
    ONE_STATEMENT,
    /**
     * As in ADF, on an internal connection: insert with an empty LOB, write of the LOB, commit
     * (AWA, GH-CREATE), 3 round trips. Every write has a new id; the same transaction deletes the
     * replaced row.
     */
    INSERT_THEN_LOB,
    /** INSERT_THEN_LOB with a query that locates and locks the LOB: 4 round trips. */
    LOCATE_LOB
  }

  private static final int SEQUENCE_INCREMENT = 50;

  private static final int KEEP_ALIVE_CHUNK = 500;
  private static final int FETCH_SIZE = 10_000;
  private static final String NAME = "PS_TXN";
  private static final String PURGING = "cannot purge PS_TXN";
  private static final String DELETE =
      "delete from cloakroom.ps_txn where collid = ? and id = 1 and parentid = ?";
  private static final String FIND_OLD =
      "select distinct collid from cloakroom.ps_txn where creation_date < ? order by collid";

  private final ConnectionSource connections;
  private final PsTxnDialect dialect;
  private final WriteMode mode;

  /** Unused ids of drawn blocks; several concurrent writes may each draw a block. */
  private final Queue<Long> ids = new ConcurrentLinkedQueue<>();

  /** Creates a store that borrows a connection for each operation; the caller closes the source. */
  public PsTxnStore(ConnectionSource connections, PsTxnDialect dialect, WriteMode mode) {
    this.connections = connections;
    this.dialect = dialect;
    this.mode = mode;
  }

  private interface Work<T> {
    T on(Lease lease) throws SQLException;
  }

  /**
   * Runs work in one transaction.
   *
   * @param alone whether it is one statement, which then needs no round trip for begin or commit:
   *     switching autoCommit without an open transaction sends nothing
   * @param rollsBack whether that statement itself rolls the holder's transaction back
   */
  private <T> T run(boolean alone, boolean rollsBack, Lease holder, String failing, Work<T> work) {
    try (Lease lease =
        alone ? connections.borrowForSingleStatement(holder) : connections.borrowInternal(holder)) {
      try {
        Connection connection = lease.jdbc();
        boolean open = lease.hasTransactionToGiveUp();
        if (open && !rollsBack) {
          connection.rollback();
        }
        if (alone && !(open && rollsBack)) {
          connection.setAutoCommit(true);
        }
        T result = work.on(lease);
        if (alone) {
          connection.setAutoCommit(false);
        } else {
          connection.commit();
        }
        return result;
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

  /** Ends the transaction of a failed write, at any reset level. */
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

  @Override
  public StoredSnapshot write(
      StoredSnapshot replaces, long other, long version, byte[] content, Lease holder) {
    SnapshotStore.checkWrite(replaces, version, content);
    AtomicReference<StoredSnapshot> name = new AtomicReference<>();
    try {
      return run(
          mode == WriteMode.ONE_STATEMENT,
          replaces != null,
          holder,
          "JBO-28030: cannot insert into PS_TXN",
          lease -> {
            if (mode == WriteMode.ONE_STATEMENT && replaces == null) {
              return insert(lease, other, version, content);
            }
            name.set(new StoredSnapshot(id(lease, replaces), version));
            if (mode == WriteMode.ONE_STATEMENT) {
              update(lease, replaces, version, content);
            } else {
              insertInSteps(lease, replaces, other, name.get(), content);
            }
            return name.get();
          });
    } catch (SnapshotStoreException e) {
      throw e.withPossibleWrite(name.get());
    }
  }

  private long id(Lease lease, StoredSnapshot replaces) throws SQLException {
    if (mode == WriteMode.ONE_STATEMENT) {
      return replaces.id();
    }
    Long id = ids.poll();
    return id == null ? firstOfBlock(PsTxnDialect.number(lease, dialect.nextBlock)) : id;
  }

  private StoredSnapshot insert(Lease lease, long other, long version, byte[] content)
      throws SQLException {
    Long id = ids.poll();
    if (id == null) {
      long drawn = dialect.insertDrawing(lease, other, version, content);
      requireOther(drawn != 0, other);
      id = firstOfBlock(drawn);
    } else {
      requireOther(dialect.insertWhole(lease, id, other, version, content), other);
    }
    return new StoredSnapshot(id, version);
  }

  private static void requireOther(boolean found, long other) {
    if (!found) {
      throw SnapshotStoreException.conflict(NAME, other);
    }
  }

  /** Keeps the rest of a block for later writes of this process. */
  private long firstOfBlock(long first) {
    LongStream.range(first + 1, first + SEQUENCE_INCREMENT).forEach(ids::add);
    return first;
  }

  private void update(Lease lease, StoredSnapshot replaces, long version, byte[] content)
      throws SQLException {
    String before = lease.jdbc().getAutoCommit() ? "" : PsTxnDialect.ROLLBACK;
    if (PsTxnDialect.update(
            lease, before + dialect.replace, version, content, replaces.id(), replaces.version())
        == 0) {
      throw SnapshotStoreException.conflict(NAME, replaces);
    }
  }

  /** Not on Oracle: it takes several statements only in a block, which takes no large LOB. */
  @Override
  public Optional<PiggybackWrite> preparePiggyback(
      StoredSnapshot replaces, long version, Supplier<byte[]> content, Lease holder) {
    if (mode != WriteMode.ONE_STATEMENT
        || dialect != PsTxnDialect.POSTGRESQL
        || holder.source() != connections) {
      return Optional.empty();
    }
    return Optional.of(
        new PiggybackWrite(
            dialect.replace,
            List.of(version, content.get(), replaces.id(), replaces.version()),
            new StoredSnapshot(replaces.id(), version)));
  }

  private void insertInSteps(
      Lease lease, StoredSnapshot replaces, long other, StoredSnapshot name, byte[] content)
      throws SQLException {
    requireOther(dialect.insertEmpty(lease, name, replaces == null ? other : 0), other);
    if (mode == WriteMode.LOCATE_LOB) {
      dialect.writeLocated(lease, name.id(), content);
    } else {
      PsTxnDialect.writeLob(lease, name.id(), content);
    }
    if (replaces != null && !delete(lease, replaces)) {
      throw SnapshotStoreException.conflict(NAME, replaces);
    }
  }

  @Override
  public Stored load(long id, Lease holder) {
    return run(
        mode == WriteMode.ONE_STATEMENT,
        false,
        holder,
        "cannot read PS_TXN",
        lease -> PsTxnDialect.query(lease, dialect.read, row -> stored(row, id), id));
  }

  private static Stored stored(ResultSet row, long id) throws SQLException {
    if (!row.next()) {
      throw SnapshotStoreException.missing(NAME, id);
    }
    byte[] content = row.getBytes(1);
    Timestamp written = row.getTimestamp(3);
    if (content == null || written == null) {
      throw SnapshotStoreException.damaged(NAME, id);
    }
    long version = row.getLong(2);
    return new Stored(
        content,
        row.wasNull() ? -1 : version,
        Duration.ofMillis(row.getTimestamp(4).getTime() - written.getTime()));
  }

  @Override
  public boolean delete(StoredSnapshot snapshot, Lease holder) {
    String failing = "cannot delete from PS_TXN";
    boolean alone = mode == WriteMode.ONE_STATEMENT;
    return run(alone, false, holder, failing, lease -> delete(lease, snapshot));
  }

  private static boolean delete(Lease lease, StoredSnapshot snapshot) throws SQLException {
    return PsTxnDialect.update(lease, DELETE, snapshot.id(), snapshot.version()) > 0;
  }

  /** Renews in chunks, one transaction each, so that locks are short. */
  @Override
  public int keepAlive(Collection<Long> ids, Duration olderThan) {
    List<Long> sorted = ids.stream().sorted().toList();
    int touched = 0;
    for (int from = 0; from < sorted.size(); from += KEEP_ALIVE_CHUNK) {
      List<Long> chunk = sorted.subList(from, Math.min(from + KEEP_ALIVE_CHUNK, sorted.size()));
      String failing = "cannot keep snapshots in PS_TXN alive";
      touched += run(true, false, null, failing, lease -> dialect.touch(lease, chunk, olderThan));
    }
    return touched;
  }

  private record Old(Timestamp limit, List<Long> ids) {}

  @Override
  public PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress) {
    Old old = run(false, false, null, PURGING, lease -> find(lease, order.olderThan()));
    return SnapshotPurge.run(
        order,
        old.ids,
        ids -> run(false, false, null, PURGING, lease -> dialect.purge(lease, ids, old.limit)),
        progress);
  }

  private Old find(Lease lease, Duration olderThan) throws SQLException {
    Timestamp limit = dialect.ageLimit(lease, olderThan);
    try (PreparedStatement query = lease.jdbc().prepareStatement(lease.sql(FIND_OLD))) {
      query.setFetchSize(FETCH_SIZE);
      PsTxnDialect.set(query, limit);
      List<Long> found = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getLong(1));
        }
      }
      return new Old(limit, found);
    }
  }

  @Override
  public void close() {
    // the owner closes the connections
  }
}
