package cloakroom.passivation;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.util.List;

/**
 * What differs between databases in the statements on PS_TXN. A snapshot is one row: node 1 of its
 * collection. Its PARENTID holds the session's version, because a node without a parent has no
 * other use for it.
 */
public enum PsTxnDialect {
  POSTGRESQL("jdbc:postgresql:", "now()", "''", "nextval('ps_txn_seq')") {
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
      try (PreparedStatement insert =
          connection.prepareStatement(insertDrawn() + " returning collid")) {
        insert.setLong(1, version);
        insert.setBytes(2, content);
        try (ResultSet row = insert.executeQuery()) {
          row.next();
          return row.getLong(1);
        }
      }
    }

    @Override
    void writeLocated(Connection connection, StoredSnapshot at, byte[] content)
        throws SQLException {
      try (PreparedStatement query = connection.prepareStatement(LOCATE)) {
        query.setLong(1, at.id());
        query.executeQuery().close();
      }
      writeLob(connection, at, content);
    }

    @Override
    int touch(Connection connection, List<Long> ids, Duration olderThan) throws SQLException {
      try (PreparedStatement update = connection.prepareStatement(TOUCH)) {
        Array all = connection.createArrayOf("bigint", ids.toArray());
        update.setArray(1, all);
        update.setDouble(2, seconds(olderThan));
        return update.executeUpdate();
      }
    }

    @Override
    String ageLimit() {
      return "select now() - make_interval(secs => ?)";
    }

    @Override
    int deleteOld(Connection connection, List<Long> ids, Timestamp limit) throws SQLException {
      return ask(connection, DELETE_OLD, ids, limit);
    }

    @Override
    int countOld(Connection connection, List<Long> ids, Timestamp limit) throws SQLException {
      return ask(connection, COUNT_OLD, ids, limit);
    }

    private static int ask(Connection connection, String sql, List<Long> ids, Timestamp limit)
        throws SQLException {
      try (PreparedStatement query = connection.prepareStatement(sql)) {
        Array all = connection.createArrayOf("bigint", ids.toArray());
        query.setArray(1, all);
        query.setTimestamp(2, limit);
        try (ResultSet row = query.executeQuery()) {
          row.next();
          return row.getInt(1);
        }
      }
    }
  },

  ORACLE("jdbc:oracle:", "sysdate", "empty_blob()", "ps_txn_seq.nextval") {
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
      try (PreparedStatement query = connection.prepareStatement(nextBlock());
          ResultSet row = query.executeQuery()) {
        row.next();
        long id = row.getLong(1);
        insertWhole(connection, new StoredSnapshot(id, version), content);
        return id;
      }
    }

    @Override
    void writeLocated(Connection connection, StoredSnapshot at, byte[] content)
        throws SQLException {
      try (PreparedStatement query = connection.prepareStatement(LOCATE)) {
        query.setLong(1, at.id());
        try (ResultSet row = query.executeQuery()) {
          row.next();
          Blob lob = row.getBlob(1);
          lob.setBytes(1, content);
        }
      }
    }

    @Override
    int touch(Connection connection, List<Long> ids, Duration olderThan) throws SQLException {
      try (PreparedStatement update = connection.prepareStatement(TOUCH)) {
        for (long id : ids) {
          update.setLong(1, id);
          update.setDouble(2, seconds(olderThan));
          update.addBatch();
        }
        int touched = 0;
        for (int rows : update.executeBatch()) {
          touched += Math.max(rows, 0);
        }
        return touched;
      }
    }

    @Override
    String ageLimit() {
      return "select sysdate - numtodsinterval(?, 'SECOND') from dual";
    }

    @Override
    int deleteOld(Connection connection, List<Long> ids, Timestamp limit) throws SQLException {
      try (CallableStatement block = connection.prepareCall(DELETE_OLD)) {
        int deleted = 0;
        for (long id : ids) {
          block.setLong(1, id);
          block.setTimestamp(2, limit);
          block.registerOutParameter(3, Types.INTEGER);
          block.execute();
          deleted += block.getInt(3);
        }
        return deleted;
      }
    }

    @Override
    int countOld(Connection connection, List<Long> ids, Timestamp limit) throws SQLException {
      try (PreparedStatement query = connection.prepareStatement(COUNT_OLD)) {
        int old = 0;
        for (long id : ids) {
          query.setLong(1, id);
          query.setTimestamp(2, limit);
          try (ResultSet row = query.executeQuery()) {
            row.next();
            old += row.getInt(1);
          }
        }
        return old;
      }
    }
  };

  private static final String LOCATE =
      "select content from ps_txn where collid = ? and id = 1 for update";
  private static final String WRITE_LOB =
      "update ps_txn set content = ? where collid = ? and id = 1";

  private final String prefix;
  private final String now;
  private final String emptyLob;
  private final String drawn;

  PsTxnDialect(String prefix, String now, String emptyLob, String drawn) {
    this.prefix = prefix;
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
    for (PsTxnDialect dialect : values()) {
      if (url.startsWith(dialect.prefix)) {
        return dialect;
      }
    }
    throw new IllegalArgumentException(
        "no statements for PS_TXN: a JDBC URL starts with jdbc:postgresql: or jdbc:oracle:");
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
    try (PreparedStatement statement = connection.prepareStatement(insertWhole())) {
      statement.setLong(1, snapshot.version());
      statement.setLong(2, snapshot.id());
      statement.setBytes(3, content);
      statement.executeUpdate();
    }
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
    try (PreparedStatement statement = connection.prepareStatement(WRITE_LOB)) {
      statement.setBytes(1, content);
      statement.setLong(2, at.id());
      statement.executeUpdate();
    }
  }

  /** Fills the row that was inserted empty, after a query that locates its LOB and locks it. */
  abstract void writeLocated(Connection connection, StoredSnapshot at, byte[] content)
      throws SQLException;

  /** Gives the snapshots that are at least so old the present date; returns their number. */
  abstract int touch(Connection connection, List<Long> ids, Duration olderThan) throws SQLException;

  /** A query for the date before which a snapshot is as old as the seconds of its parameter. */
  abstract String ageLimit();

  /** Deletes those snapshots that are older and that nobody holds; returns their number. */
  abstract int deleteOld(Connection connection, List<Long> ids, Timestamp limit)
      throws SQLException;

  /** Number of those snapshots that are older. */
  abstract int countOld(Connection connection, List<Long> ids, Timestamp limit) throws SQLException;

  static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
