package cloakroom.passivation;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Snapshot write that PostgreSQL executes together with the commit of a user's transaction. A
 * separate write at check-in would take two more round trips and a second log flush.
 *
 * <ol>
 *   <li>Before the commit, the application module calls {@code CheckOut.snapshotForCommit}. It
 *       returns empty if the check-in needs no snapshot, if failover is on, or if the store does
 *       not write on the request's PostgreSQL connection.
 *   <li>The module sends its last update, this write and the commit as one text ({@link #appendTo},
 *       {@link #execute}). PostgreSQL executes the whole text or nothing.
 *   <li>If the write changed the snapshot's row, the module calls {@code
 *       CheckOut.snapshotCommitted}, and the check-in writes no snapshot. Otherwise the check-in
 *       detects that another writer has replaced the snapshot.
 *   <li>If the response to the commit is lost, the stored version is unknown. The session then
 *       writes a new snapshot, and a purge deletes the old snapshot.
 * </ol>
 *
 * @param sql update of the snapshot's row; changes no row if the snapshot was replaced or deleted
 */
public record PiggybackWrite(String sql, List<Object> values, StoredSnapshot written) {
  /** Returns one SQL text: the module's update, this snapshot write and the commit. */
  public String appendTo(String update) {
    return update + "; " + sql + "; commit";
  }

  /** Executes the text of {@link #appendTo}. Returns whether the snapshot's row was changed. */
  public boolean execute(PreparedStatement statement, int first) throws SQLException {
    PsTxnDialect.set(statement, first, values);
    statement.execute();
    statement.getMoreResults();
    return statement.getUpdateCount() == 1;
  }
}
