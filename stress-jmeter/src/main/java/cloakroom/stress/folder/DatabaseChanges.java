package cloakroom.stress.folder;

import java.util.List;
import java.util.Map;

/**
 * Changes in a database from the start of a run to the end of its last trial.
 *
 * @param url its JDBC URL, free of credentials
 * @param installed created objects, their size and the time; empty for none
 * @param rows inserted, updated or deleted rows by counter, other clients' among them; null if
 *     unavailable
 * @param unavailable reason by counter that is null in {@code rows}
 * @param snapshotRowsBefore rows of PS_TXN at the start; null if unknown
 * @param snapshotRowsAfter rows of PS_TXN after the last trial; null if unknown
 * @param maintenance number of outcomes by statement before trials
 * @param sessionsEnded sessions that faults ended
 * @param foreignRowCount rows that other clients wrote, so that they are not judged; null if no
 *     trial compared rows
 * @param foreignRows some of these rows with their values
 */
public record DatabaseChanges(
    String url,
    String schema,
    String installed,
    Map<String, Long> rows,
    Map<String, String> unavailable,
    Long snapshotRowsBefore,
    Long snapshotRowsAfter,
    Map<String, Map<String, Long>> maintenance,
    long sessionsEnded,
    Long foreignRowCount,
    List<String> foreignRows) {
  /** No change. */
  public static final DatabaseChanges NONE =
      new DatabaseChanges("", "", "", Map.of(), Map.of(), null, null, Map.of(), 0, null, List.of());
}
