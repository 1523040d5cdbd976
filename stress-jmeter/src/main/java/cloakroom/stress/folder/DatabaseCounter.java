package cloakroom.stress.folder;

import cloakroom.platform.Names;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumSet;
import java.util.Set;

/** What a database counts, as the audit of a trial compares it. */
public enum DatabaseCounter {
  /** Client sessions opened so far. */
  SESSIONS,
  /** Transactions committed, the monitor's and the database's own among them. */
  COMMITS,
  ROLLBACKS,
  PS_TXN_INSERTS,
  PS_TXN_UPDATES,
  PS_TXN_DELETES,
  PS_TXN_ROWS,
  DEPARTMENTS_UPDATES,
  EMPLOYEES_UPDATES,
  /** Size of PS_TXN with its indexes and large values, in bytes. */
  PS_TXN_BYTES;

  /** Counters of rows that were inserted, updated or deleted. */
  public static final Set<DatabaseCounter> ROW_CHANGES =
      EnumSet.of(
          PS_TXN_INSERTS, PS_TXN_UPDATES, PS_TXN_DELETES, DEPARTMENTS_UPDATES, EMPLOYEES_UPDATES);

  private final String key = Names.camelCase(name());

  /** Its name in counters.json. */
  @JsonValue
  public String key() {
    return key;
  }

  /** Whether it stands for a state of things, and not for something that happened. */
  public boolean isLevel() {
    return this == PS_TXN_ROWS || this == PS_TXN_BYTES;
  }
}
