package cloakroom.passivation;

import cloakroom.contract.DatabaseKind;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What differs between databases in the statements on PS_TXN. A snapshot is one row: node 1 of its
 * collection. Its PARENTID holds the session's version, because a node without a parent has no
 * other use for it.
 */
public enum PsTxnDialect {
  POSTGRESQL("now()", "''", "nextval('ps_txn_seq')") {
    private static final String TOUCH =
        "update ps_txn set creation_date = now() where (collid, id) in (select collid, id from ps_txn"
            + " where collid = any (?) and id = 1 and creation_date <= now() - make_interval(secs => ?)"
            + " for update skip locked)";
    private static final String DELETE_OLD =
        "with old as (select collid, id from ps_txn where collid = any (?) and creation_date < ?"
            + " for update skip locked), gone as (delete from ps_txn using old"
            + " where ps_txn.collid = old.collid and ps_txn.id = old.id returning ps_txn.collid)"
            + " select count(distinct collid) from gone";
    private static final String COUNT_OLD =
        "select count(distinct collid) from ps_txn where collid = any (?) and creation_date < ?";

    @Override
    String nextBlock() {
      return "select " + drawn();
    }

    @Override
    long insertDrawing(Connection connection, long version, byte[] content) throws SQLException {
      return Sql.number(connection, insertDrawn() + " returning collid", version, content);
    }

    @Override
    void writeLocated(Connection connection, StoredSnapshot at, byte[] content)
        throws SQLException {
      Sql.query(connection, LOCATE, ResultSet::next, at.id());
      writeLob(connection, at, content);
    }

    @Override
    int touch(Connection connection, List<Long> ids, Duration olderThan) throws SQLException {
      return Sql.update(connection, TOUCH, array(connection, ids), seconds(olderThan));
    }

    @Override
    String ageLimit() {
      return "select now() - make_interval(secs => ?)";
    }

    @Override
    long deleteOld(Connection connection, List<Long> ids, Timestamp limit) throws SQLException {
      return Sql.number(connection, DELETE_OLD, array(connection, ids), limit);
    }

    @Override
    long countOld(Connection connection, List<Long> ids, Timestamp limit) throws SQLException {
      return Sql.number(connection, COUNT_OLD, array(connection, ids), limit);
    }

    private static Array array(Connection connection, List<Long> ids) throws SQLException {
      return connection.createArrayOf("bigint", ids.toArray());
    }
  },

  ORACLE("sysdate", "empty_blob()", "ps_txn_seq.nextval") {
    private static final String TOUCH =
        "update ps_txn set creation_date = sysdate where collid = ? and id = 1"
            + " and creation_date <= sysdate - numtodsinterval(?, 'SECOND')";
    private static final String DELETE_OLD =
        "declare n number := 0; begin for old in (select rowid as place from ps_txn"
            + " where collid = ? and creation_date < ? for update skip locked) loop"
            + " delete from ps_txn where rowid = old.place; n := 1; end loop; ? := n; end;";
    private static final String COUNT_OLD =
        "select count(distinct collid) from ps_txn where collid = ? and creation_date < ?";

    @Override
    String nextBlock() {
      return "select " + drawn() + " from dual";
    }

    /** Two statements, because a large LOB and a RETURNING clause do not go together. */
    @Override
    long insertDrawing(Connection connection, long version, byte[] content) throws SQLException {
      long id = Sql.number(connection, nextBlock());
      insertWhole(connection, new StoredSnapshot(id, version), content);
      return id;
    }

    @Override
    void writeLocated(Connection connection, StoredSnapshot at, byte[] content)
        throws SQLException {
      Sql.query(
          connection,
          LOCATE,
          row -> {
            row.next();
            return row.getBlob(1).setBytes(1, content);
          },
          at.id());
    }

    @Override
    int touch(Connection connection, List<Long> ids, Duration olderThan) throws SQLException {
      try (PreparedStatement update = connection.prepareStatement(TOUCH)) {
        for (long id : ids) {
          Sql.set(update, id, seconds(olderThan));
          update.addBatch();
        }
        return IntStream.of(update.executeBatch()).map(rows -> Math.max(rows, 0)).sum();
      }
    }

    @Override
    String ageLimit() {
      return "select sysdate - numtodsinterval(?, 'SECOND') from dual";
    }

    @Override
    long deleteOld(Connection connection, List<Long> ids, Timestamp limit) throws SQLException {
      try (CallableStatement block = connection.prepareCall(DELETE_OLD)) {
        long deleted = 0;
        for (long id : ids) {
          Sql.set(block, id, limit);
          block.registerOutParameter(3, Types.INTEGER);
          block.execute();
          deleted += block.getInt(3);
        }
        return deleted;
      }
    }

    @Override
    long countOld(Connection connection, List<Long> ids, Timestamp limit) throws SQLException {
      try (PreparedStatement query = connection.prepareStatement(COUNT_OLD)) {
        long old = 0;
        for (long id : ids) {
          Sql.set(query, id, limit);
          old += Sql.number(query);
        }
        return old;
      }
    }
  };

  private static final String LOCATE =
      "select content from ps_txn where collid = ? and id = 1 for update";
  private static final String WRITE_LOB =
      "update ps_txn set content = ? where collid = ? and id = 1";

  private final String now;
  private final String emptyLob;
  private final String drawn;

  PsTxnDialect(String now, String emptyLob, String drawn) {
    this.now = now;
    this.emptyLob = emptyLob;
    this.drawn = drawn;
  }

  /**
   * The dialect of the database that a JDBC URL leads to.
   *
   * @throws IllegalArgumentException if PS_TXN cannot live there
   */
  public static PsTxnDialect forUrl(String url) {
    return switch (DatabaseKind.of(url)) {
      case POSTGRESQL -> POSTGRESQL;
      case ORACLE -> ORACLE;
    };
  }

  /** The sequence's next value within a statement. */
  String drawn() {
    return drawn;
  }

  /** A query for the sequence's next value. */
  abstract String nextBlock();

  /** Parameters: version, id. */
  String insertEmpty() {
    return insert("?, ?, " + emptyLob);
  }

  /** Parameters: version, id, content. */
  String insertWhole() {
    return insert("?, ?, ?");
  }

  /** Parameters: version, content; the id is the sequence's next value. */
  String insertDrawn() {
    return insert("?, " + drawn + ", ?");
  }

  /** Inserts a snapshot under the first id of a new block, which is returned. */
  abstract long insertDrawing(Connection connection, long version, byte[] content)
      throws SQLException;

  /** Inserts a snapshot under this id. */
  final void insertWhole(Connection connection, StoredSnapshot snapshot, byte[] content)
      throws SQLException {
    Sql.update(connection, insertWhole(), snapshot.version(), snapshot.id(), content);
  }

  private String insert(String values) {
    return "insert into ps_txn (id, parentid, collid, content, creation_date) values (1, "
        + values
        + ", "
        + now
        + ")";
  }

  /** Parameters: version, content, id, version replaced. */
  String replace() {
    return "update ps_txn set parentid = ?, content = ?, creation_date = "
        + now
        + " where collid = ? and id = 1 and parentid = ?";
  }

  /** Fills the row that was inserted empty. */
  final void writeLob(Connection connection, StoredSnapshot at, byte[] content)
      throws SQLException {
    Sql.update(connection, WRITE_LOB, content, at.id());
  }

  /** Fills the row that was inserted empty, after a query that locates its LOB and locks it. */
  abstract void writeLocated(Connection connection, StoredSnapshot at, byte[] content)
      throws SQLException;

  /** Gives the snapshots that are at least so old the present date; returns their number. */
  abstract int touch(Connection connection, List<Long> ids, Duration olderThan) throws SQLException;

  /** A query for the date before which a snapshot is as old as the seconds of its parameter. */
  abstract String ageLimit();

  /**
   * Deletes those snapshots that are older and whose row no transaction has locked; returns their
   * number.
   */
  abstract long deleteOld(Connection connection, List<Long> ids, Timestamp limit)
      throws SQLException;

  /** Number of those snapshots that are older. */
  abstract long countOld(Connection connection, List<Long> ids, Timestamp limit)
      throws SQLException;

  static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
