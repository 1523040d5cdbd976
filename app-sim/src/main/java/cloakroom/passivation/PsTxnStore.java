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
 * Snapshot store in ADF's table PS_TXN. A snapshot write has its own transaction, so that it never
 * commits the user's changes. A store can read and purge snapshots of every {@link WriteMode}. A
 * purge skips locked rows and uses the database's clock.
 */
public final class PsTxnStore implements SnapshotStore, SnapshotPurge {
  /** SQL statements of a snapshot write. It is unknown which of the two LOB modes ADF uses. */
  public enum WriteMode {
    /**
     * One statement and one round trip per operation, on the session's connection if it has no open
     * transaction. A write updates the session's row; if no row changes, another writer replaced
     * the snapshot. Every 50th insert takes 50 ids from the sequence.
     */
    ONE_STATEMENT,
    /**
     * On a separate connection, as in ADF (WP-TT): inserts a row with an empty LOB, writes the LOB
     * and commits, in 3 round trips (AWA, GH-CREATE). A fourth deletes the row of the session's
     * previous snapshot.
     */
    INSERT_THEN_LOB,
    /** Like INSERT_THEN_LOB, but first selects the LOB for update: one more round trip. */
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

  /** Snapshot ids that were drawn from the database's sequence and are not used yet. */
  private final Queue<Long> ids = new ConcurrentLinkedQueue<>();

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
   * @param alone whether the work is a single statement, executed with autoCommit and without a
   *     round trip for begin or commit
   * @param rollsBack whether the work's statement begins by rolling back {@code holder}'s
   *     transaction
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

  /** Rolls back a failed operation. If autoCommit is on, only switches autoCommit off. */
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
            boolean updates = mode == WriteMode.ONE_STATEMENT;
            name.set(new StoredSnapshot(updates ? replaces.id() : nextId(lease), version));
            if (updates) {
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

  private long nextId(Lease lease) throws SQLException {
    Long id = ids.poll();
    return id == null ? firstOfBlock(PsTxnDialect.number(lease, dialect.nextBlock)) : id;
  }

  private StoredSnapshot insert(Lease lease, long other, long version, byte[] content)
      throws SQLException {
    Long id = ids.poll();
    if (id == null) {
      long drawn = dialect.insertDrawing(lease, other, version, content);
      require(drawn != 0, other);
      id = firstOfBlock(drawn);
    } else {
      require(dialect.insertWhole(lease, id, other, version, content), other);
    }
    return new StoredSnapshot(id, version);
  }

  private static void require(boolean found, Object snapshot) {
    if (!found) {
      throw SnapshotStoreException.conflict(NAME, snapshot);
    }
  }

  private long firstOfBlock(long first) {
    LongStream.range(first + 1, first + SEQUENCE_INCREMENT).forEach(ids::add);
    return first;
  }

  private void update(Lease lease, StoredSnapshot replaces, long version, byte[] content)
      throws SQLException {
    String sql = (lease.jdbc().getAutoCommit() ? "" : PsTxnDialect.ROLLBACK) + dialect.replace;
    long id = replaces.id();
    require(
        PsTxnDialect.update(lease, sql, version, content, id, replaces.version()) > 0, replaces);
  }

  /** Returns empty on Oracle: a PL/SQL block with write and commit cannot take a large LOB. */
  @Override
  public Optional<PiggybackWrite> preparePiggyback(
      StoredSnapshot replaces, long version, Supplier<byte[]> content, Lease holder) {
    if (mode != WriteMode.ONE_STATEMENT
        || dialect != PsTxnDialect.POSTGRESQL
        || holder.source() != connections) {
      return Optional.empty();
    }
    List<Object> values = List.of(version, content.get(), replaces.id(), replaces.version());
    StoredSnapshot written = new StoredSnapshot(replaces.id(), version);
    return Optional.of(new PiggybackWrite(dialect.replace, values, written));
  }

  private void insertInSteps(
      Lease lease, StoredSnapshot replaces, long other, StoredSnapshot name, byte[] content)
      throws SQLException {
    require(dialect.insertEmpty(lease, name, replaces == null ? other : 0), other);
    if (mode == WriteMode.LOCATE_LOB) {
      dialect.writeLocated(lease, name.id(), content);
    } else {
      PsTxnDialect.writeLob(lease, name.id(), content);
    }
    require(replaces == null || delete(lease, replaces), replaces);
  }

  @Override
  public Stored load(long id, Lease holder) {
    Work<Stored> query = lease -> PsTxnDialect.query(lease, dialect.read, r -> stored(r, id), id);
    return run(mode == WriteMode.ONE_STATEMENT, false, holder, "cannot read PS_TXN", query);
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
    boolean unversioned = row.wasNull();
    Duration age = Duration.ofMillis(row.getTimestamp(4).getTime() - written.getTime());
    return new Stored(content, unversioned ? -1 : version, age);
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

  /** Renews dates in many short transactions, because one long transaction would block writers. */
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
    // Nothing to close: the connections belong to the caller of the constructor.
  }
}
