package cloakroom.passivation;

import cloakroom.connection.InternalConnections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The purge of PS_TXN, whichever store wrote it. The database's clock decides what is old, once at
 * the beginning; each batch is a transaction; a row that another transaction has locked is passed
 * over, never waited for.
 */
public final class PsTxnPurge implements SnapshotPurge {
  private static final String FAILING = "cannot purge PS_TXN";
  private static final int FETCH_SIZE = 10_000;
  private static final String FIND =
      "select distinct collid from ps_txn where creation_date < ? order by collid";

  private final PsTxn table;
  private final PsTxnDialect dialect;

  /** A purge that borrows a connection for each batch; its owner closes the source. */
  public PsTxnPurge(InternalConnections connections, PsTxnDialect dialect) {
    this.table = new PsTxn(connections);
    this.dialect = dialect;
  }

  private record Found(Timestamp limit, List<Long> ids) {}

  @Override
  public PurgeReport purge(PurgeOrder order, Consumer<PurgeReport> progress) {
    Found found = table.transaction(null, FAILING, connection -> find(connection, order));
    return SnapshotPurge.run(order, found.ids, ids -> delete(ids, found.limit), progress);
  }

  private Found find(Connection connection, PurgeOrder order) throws SQLException {
    Timestamp limit =
        Sql.query(
            connection,
            dialect.ageLimit(),
            row -> {
              row.next();
              return row.getTimestamp(1);
            },
            PsTxnDialect.seconds(order.olderThan()));
    try (PreparedStatement query = connection.prepareStatement(FIND)) {
      query.setFetchSize(FETCH_SIZE);
      Sql.set(query, limit);
      List<Long> ids = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
        }
      }
      return new Found(limit, ids);
    }
  }

  private Batch delete(List<Long> ids, Timestamp limit) {
    return table.transaction(
        null,
        FAILING,
        connection -> {
          long deleted = dialect.deleteOld(connection, ids, limit);
          return new Batch(
              deleted, deleted == ids.size() ? 0 : dialect.countOld(connection, ids, limit));
        });
  }
}
