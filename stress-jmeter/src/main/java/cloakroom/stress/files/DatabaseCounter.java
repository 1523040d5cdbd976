package cloakroom.stress.files;

/** What a database counts, as the audit of a trial compares it. */
public enum DatabaseCounter {
  /** Client sessions opened so far. */
  SESSIONS("sessions"),
  /** Transactions committed, the monitor's and the database's own among them. */
  COMMITS("commits"),
  /** Transactions rolled back. */
  ROLLBACKS("rollbacks"),
  /** Rows inserted into PS_TXN. */
  PS_TXN_INSERTS("psTxnInserts"),
  /** Rows updated in PS_TXN. */
  PS_TXN_UPDATES("psTxnUpdates"),
  /** Rows deleted from PS_TXN. */
  PS_TXN_DELETES("psTxnDeletes"),
  /** Rows in PS_TXN now. */
  PS_TXN_ROWS("psTxnRows"),
  /** Rows updated in DEPARTMENTS. */
  DEPARTMENTS_UPDATES("departmentsUpdates"),
  /** Rows updated in EMPLOYEES. */
  EMPLOYEES_UPDATES("employeesUpdates"),
  /** Size of PS_TXN with its indexes and large values, in bytes. */
  PS_TXN_BYTES("psTxnBytes");

  private final String key;

  DatabaseCounter(String key) {
    this.key = key;
  }

  /** Its name in counters.json. */
  public String key() {
    return key;
  }

  /** Whether it stands for a state of things, and not for something that happened. */
  public boolean isLevel() {
    return this == PS_TXN_ROWS || this == PS_TXN_BYTES;
  }
}
