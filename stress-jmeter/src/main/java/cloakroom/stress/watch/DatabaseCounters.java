package cloakroom.stress.watch;

/**
 * The database's own counters at one moment, cumulative since its statistics were last reset.
 *
 * @param sessions client sessions opened so far ({@code pg_stat_database.sessions})
 * @param commits transactions committed in this database, the monitor's and autovacuum's included
 * @param rollbacks transactions rolled back
 * @param psTxnInserts rows inserted into PS_TXN
 * @param psTxnUpdates rows updated in PS_TXN
 * @param psTxnDeletes rows deleted from PS_TXN
 * @param psTxnRows rows in PS_TXN now
 * @param departmentsUpdates rows updated in DEPARTMENTS
 * @param employeesUpdates rows updated in EMPLOYEES
 * @param psTxnBytes size of PS_TXN with its indexes and large values, in bytes
 */
public record DatabaseCounters(
    long sessions,
    long commits,
    long rollbacks,
    long psTxnInserts,
    long psTxnUpdates,
    long psTxnDeletes,
    long psTxnRows,
    long departmentsUpdates,
    long employeesUpdates,
    long psTxnBytes) {

  /** Whether nothing happened between two readings but the transactions of the reader itself. */
  boolean quietSince(DatabaseCounters earlier, long ownTransactions) {
    return commits - earlier.commits <= ownTransactions
        && sessions == earlier.sessions
        && rollbacks == earlier.rollbacks
        && psTxnInserts == earlier.psTxnInserts
        && psTxnUpdates == earlier.psTxnUpdates
        && psTxnDeletes == earlier.psTxnDeletes
        && departmentsUpdates == earlier.departmentsUpdates
        && employeesUpdates == earlier.employeesUpdates;
  }
}
