package cloakroom.passivation;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Snapshot write that travels with the commit of a user's transaction. A request that commits would
 * otherwise write its snapshot at check-in: two more round trips and a second log flush.
 *
 * <ol>
 *   <li>Before its commit a module requests the write with {@code CheckOut.snapshotForCommit}. The
 *       result is empty unless the check-in has to write a snapshot, no other node can write one,
 *       and the store is {@code ps-txn} on the PostgreSQL connection of the request.
 *   <li>The module sends its last update, this write and the commit as one text ({@link #appendTo},
 *       {@link #execute}). They take effect together or not at all.
 *   <li>If the write met the snapshot, the module reports it with {@code
 *       CheckOut.snapshotCommitted}, and the check-in has nothing left to write. Otherwise the
 *       check-in writes as usual and detects that the snapshot was replaced or removed.
 *   <li>If the response to the commit is lost, the snapshot has the old version or the new one. The
 *       session's next write then conflicts and inserts a new snapshot; the purge deletes the old.
 * </ol>
 *
 * @param sql update that meets one row, or none if the snapshot to replace is gone
 * @param values values of its parameters
 * @param written name of the snapshot after the commit
 */
public record PiggybackWrite(String sql, List<Object> values, StoredSnapshot written) {

  /** Returns the text of the update, this write and the commit. */
  public String appendTo(String update) {
    return update + "; " + sql + "; commit";
  }

  /**
   * Executes the text of {@link #appendTo}.
   *
   * @param statement statement that has the parameters of the update
   * @param first index of the first parameter of this write
   * @return whether the write met the snapshot
   */
  public boolean execute(PreparedStatement statement, int first) throws SQLException {
    PsTxnDialect.set(statement, first, values);
    statement.execute();
    statement.getMoreResults();
    return statement.getUpdateCount() == 1;
  }
}
