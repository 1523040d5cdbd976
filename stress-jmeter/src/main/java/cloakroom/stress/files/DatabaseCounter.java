package cloakroom.stress.files;

/** What a database counts, as the audit of a trial compares it. */
public enum DatabaseCounter {
  /** Client sessions opened so far. */
  SESSIONS("sessions"),
  /** Transactions committed, the monitor's and the database's own among them. */
  COMMITS("commits"),
  ROLLBACKS("rollbacks"),
  PS_TXN_INSERTS("psTxnInserts"),
  PS_TXN_UPDATES("psTxnUpdates"),
  PS_TXN_DELETES("psTxnDeletes"),
  PS_TXN_ROWS("psTxnRows"),
  DEPARTMENTS_UPDATES("departmentsUpdates"),
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
