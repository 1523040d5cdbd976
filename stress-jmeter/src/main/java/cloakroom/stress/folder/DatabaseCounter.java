package cloakroom.stress.folder;

import cloakroom.platform.Names;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumSet;
import java.util.Set;

/** Counter of a database that the audit of a trial compares. */
public enum DatabaseCounter {
  SESSIONS,
  /** Committed transactions, those of monitor and database included. */
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

  public static final Set<DatabaseCounter> ROW_CHANGES =
      EnumSet.of(
          PS_TXN_INSERTS, PS_TXN_UPDATES, PS_TXN_DELETES, DEPARTMENTS_UPDATES, EMPLOYEES_UPDATES);

  @JsonValue
  public String key() {
    return Names.camelCase(name());
  }

  /** Returns whether it is a level and not a cumulative count. */
  public boolean isLevel() {
    return this == PS_TXN_ROWS || this == PS_TXN_BYTES;
  }
}
