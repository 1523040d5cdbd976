package cloakroom.passivation;

import cloakroom.connection.Lease;
import cloakroom.contract.DatabaseKind;
import cloakroom.passivation.SnapshotPurge.Batch;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * SQL for snapshots in ADF's table PS_TXN. A snapshot's row has the snapshot's id in COLLID, 1 in
 * ID, and the session's version in PARENTID, a column without a use in such a row (assumed).
 */
public enum PsTxnDialect {
  POSTGRESQL(
      "now()", "''", "nextval('cloakroom.ps_txn_seq')", "", "now() - make_interval(secs => ?)") {
    private static final String TOUCH =
        "update cloakroom.ps_txn set creation_date = now() where (collid, id) in (select collid, id from cloakroom.ps_txn"
            + " where collid = any (?) and id = 1 and creation_date <= now() - make_interval(secs => ?)"
            + " for update skip locked)";
    private static final String DELETE_OLD =
        "with old as (select collid, id from cloakroom.ps_txn where collid = any (?) and creation_date < ?"
            + " for update skip locked), gone as (delete from cloakroom.ps_txn using old"
            + " where ps_txn.collid = old.collid and ps_txn.id = old.id returning ps_txn.collid)"
            + " select count(distinct collid) from gone";
    private static final String COUNT_OLD =
        "select count(distinct collid) from cloakroom.ps_txn where collid = any (?) and creation_date < ?";

    @Override
    long insertDrawing(Lease lease, long other, long version, byte[] content) throws SQLException {
      if (other == 0) {
        return number(lease, insertDrawn, version, content);
      }
      String sql = insertIfThere(drawn, "?") + RETURNING;
      return query(lease, sql, row -> row.next() ? row.getLong(1) : 0L, version, content, other);
    }

    @Override
    boolean insertWhole(Lease lease, long id, long other, long version, byte[] content)
        throws SQLException {
      return other == 0
          ? super.insertWhole(lease, id, other, version, content)
          : update(lease, insertIfThere("?", "?"), version, id, content, other) > 0;
    }

    @Override
    void writeLocated(Lease lease, long id, byte[] content) throws SQLException {
      query(lease, LOCATE, ResultSet::next, id);
      writeLob(lease, id, content);
    }

    @Override
    int touch(Lease lease, List<Long> ids, Duration olderThan) throws SQLException {
      return update(lease, TOUCH, array(lease, ids), seconds(olderThan));
    }

    @Override
    Batch purge(Lease lease, List<Long> ids, Timestamp limit) throws SQLException {
      Array all = array(lease, ids);
      long deleted = number(lease, DELETE_OLD, all, limit);
      return new Batch(deleted, deleted == ids.size() ? 0 : number(lease, COUNT_OLD, all, limit));
    }

    private static Array array(Lease lease, List<Long> ids) throws SQLException {
      return lease.jdbc().createArrayOf("bigint", ids.toArray());
    }
  },

  ORACLE(
      "sysdate",
      "empty_blob()",
      "cloakroom.ps_txn_seq.nextval",
      " from dual",
      "sysdate - numtodsinterval(?, 'SECOND')") {
    private static final String TOUCH =
        "update cloakroom.ps_txn set creation_date = sysdate where collid = ? and id = 1"
            + " and creation_date <= sysdate - numtodsinterval(?, 'SECOND')";
    private static final String DELETE_OLD =
        "declare n number := 0; begin for old in (select rowid as place from cloakroom.ps_txn"
            + " where collid = ? and creation_date < ? for update skip locked) loop"
            + " delete from cloakroom.ps_txn where rowid = old.place; n := 1; end loop; ? := n; end;";
    private static final String COUNT_OLD =
        "select count(distinct collid) from cloakroom.ps_txn where collid = ? and creation_date < ?";

    /** Queries the new id before the insert: Oracle's RETURNING fails with a large LOB. */
    @Override
    long insertDrawing(Lease lease, long other, long version, byte[] content) throws SQLException {
      long id = number(lease, nextBlock);
      return insertWhole(lease, id, other, version, content) ? id : 0;
    }

    @Override
    void writeLocated(Lease lease, long id, byte[] content) throws SQLException {
      first(lease, LOCATE, row -> row.getBlob(1).setBytes(1, content), id);
    }

    @Override
    int touch(Lease lease, List<Long> ids, Duration olderThan) throws SQLException {
      try (PreparedStatement update = lease.jdbc().prepareStatement(lease.sql(TOUCH))) {
        for (long id : ids) {
          set(update, id, seconds(olderThan));
          update.addBatch();
        }
        return IntStream.of(update.executeBatch()).map(rows -> Math.max(rows, 0)).sum();
      }
    }

    @Override
    Batch purge(Lease lease, List<Long> ids, Timestamp limit) throws SQLException {
      long deleted = 0;
      try (CallableStatement block = lease.jdbc().prepareCall(lease.sql(DELETE_OLD))) {
        for (long id : ids) {
          set(block, id, limit);
          block.registerOutParameter(3, Types.INTEGER);
          block.execute();
          deleted += block.getInt(3);
        }
      }
      long locked = 0;
      for (long id : deleted == ids.size() ? List.<Long>of() : ids) {
        locked += number(lease, COUNT_OLD, id, limit);
      }
      return new Batch(deleted, locked);
    }
  };

  /** Prefix of a PostgreSQL statement that first rolls back the transaction, in one round trip. */
  static final String ROLLBACK = "rollback; ";

  private static final String LOCATE =
      "select content from cloakroom.ps_txn where collid = ? and id = 1 for update";
  private static final String WRITE_LOB =
      "update cloakroom.ps_txn set content = ? where collid = ? and id = 1";

  private static final String RETURNING = " returning collid";
  private static final String INSERT =
      "insert into cloakroom.ps_txn (id, parentid, collid, content, creation_date) ";
  private static final String THERE = "select 1 from cloakroom.ps_txn where collid = ? and id = 1";

  private final String now;
  private final String emptyLob;
  private final String fromDual;
  private final String insertEmpty;
  private final String insertWhole;
  private final String ageLimit;
  final String drawn;

  /** Query that takes a block of ids from the sequence and returns the block's first id. */
  final String nextBlock;

  /** Query of a snapshot by id. Columns: content, version, time of last write, current time. */
  final String read;

  /** Update of a snapshot. Parameters: new version, new content, id, expected old version. */
  final String replace;

  /** Insert under the sequence's next id, which it returns. Parameters: version, content. */
  final String insertDrawn;

  PsTxnDialect(String now, String emptyLob, String drawn, String fromDual, String ago) {
    this.now = now;
    this.emptyLob = emptyLob;
    this.fromDual = fromDual;
    this.drawn = drawn;
    this.nextBlock = "select " + drawn + fromDual;
    String row = " from cloakroom.ps_txn where collid = ? and id = 1";
    this.read = "select content, parentid, creation_date, " + now + row;
    this.insertEmpty = INSERT + "values (" + row("?", emptyLob) + ")";
    this.insertWhole = INSERT + "values (" + row("?", "?") + ")";
    this.insertDrawn = INSERT + "values (" + row(drawn, "?") + ")" + RETURNING;
    String update = "update cloakroom.ps_txn set parentid = ?, content = ?, creation_date = ";
    this.replace = update + now + " where collid = ? and id = 1 and parentid = ?";
    this.ageLimit = "select " + ago + fromDual;
  }

  public static PsTxnDialect forUrl(String url) {
    return valueOf(DatabaseKind.of(url).name());
  }

  private String row(String id, String content) {
    return "1, ?, " + id + ", " + content + ", " + now;
  }

  /** Returns an insert that adds a row only if the snapshot id in the last parameter exists. */
  final String insertIfThere(String id, String content) {
    return INSERT + "select " + row(id, content) + fromDual + " where exists (" + THERE + ")";
  }

  /** Inserts a snapshot and returns its new id. If snapshot {@code other} is missing, returns 0. */
  abstract long insertDrawing(Lease lease, long other, long version, byte[] content)
      throws SQLException;

  /** Inserts a snapshot under the given id. Returns false if snapshot {@code other} is missing. */
  boolean insertWhole(Lease lease, long id, long other, long version, byte[] content)
      throws SQLException {
    return (other == 0 || query(lease, THERE, ResultSet::next, other))
        && update(lease, insertWhole, version, id, content) > 0;
  }

  /** Inserts a row with an empty LOB. Returns false if snapshot {@code other} is missing. */
  final boolean insertEmpty(Lease lease, StoredSnapshot name, long other) throws SQLException {
    return (other == 0
            ? update(lease, insertEmpty, name.version(), name.id())
            : update(lease, insertIfThere("?", emptyLob), name.version(), name.id(), other))
        > 0;
  }

  static void writeLob(Lease lease, long id, byte[] content) throws SQLException {
    update(lease, WRITE_LOB, content, id);
  }

  /** Selects the row's LOB for update, then writes the content. */
  abstract void writeLocated(Lease lease, long id, byte[] content) throws SQLException;

  /** Sets the dates of snapshots at least {@code olderThan} old to now. Returns their number. */
  abstract int touch(Lease lease, List<Long> ids, Duration olderThan) throws SQLException;

  final Timestamp ageLimit(Lease lease, Duration olderThan) throws SQLException {
    return first(lease, ageLimit, row -> row.getTimestamp(1), seconds(olderThan));
  }

  /** Deletes unlocked snapshots older than {@code limit}. Counts deleted and locked snapshots. */
  abstract Batch purge(Lease lease, List<Long> ids, Timestamp limit) throws SQLException;

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  interface Reader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  static int update(Lease lease, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = lease.jdbc().prepareStatement(lease.sql(sql))) {
      set(statement, parameters);
      statement.execute();
      if (sql.startsWith(ROLLBACK)) {
        statement.getMoreResults();
      }
      return statement.getUpdateCount();
    }
  }

  static <T> T query(Lease lease, String sql, Reader<T> reader, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = lease.jdbc().prepareStatement(lease.sql(sql))) {
      set(statement, parameters);
      try (ResultSet rows = statement.executeQuery()) {
        return reader.read(rows);
      }
    }
  }

  static long number(Lease lease, String sql, Object... parameters) throws SQLException {
    return first(lease, sql, row -> row.getLong(1), parameters);
  }

  private static <T> T first(Lease lease, String sql, Reader<T> reader, Object... parameters)
      throws SQLException {
    return query(
        lease,
        sql,
        row -> {
          row.next(); // a missing row makes the reader throw
          return reader.read(row);
        },
        parameters);
  }

  /** Sets each parameter with the setter of its Java type, because drivers differ in setObject. */
  static void set(PreparedStatement statement, Object... parameters) throws SQLException {
    set(statement, 1, List.of(parameters));
  }

  static void set(PreparedStatement statement, int first, List<Object> parameters)
      throws SQLException {
    int at = first;
    for (Object value : parameters) {
      if (value instanceof Long number) {
        statement.setLong(at++, number);
      } else if (value instanceof Double seconds) {
        statement.setDouble(at++, seconds);
      } else if (value instanceof Timestamp date) {
        statement.setTimestamp(at++, date);
      } else if (value instanceof Array ids) {
        statement.setArray(at++, ids);
      } else {
        statement.setBytes(at++, (byte[]) value);
      }
    }
  }
}
