package cloakroom.stress.folder;

import cloakroom.platform.Names;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumSet;
import java.util.Set;

/** Database counter, used to verify the counts of load engine and application tier. */
public enum DatabaseCounter {
  SESSIONS,
  /** Committed transactions, including those of the database itself and of Cloakroom's monitor. */
  COMMITS,
  ROLLBACKS,
  PS_TXN_INSERTS,
  PS_TXN_UPDATES,
  PS_TXN_DELETES,
  PS_TXN_ROWS,
  /** Inserted, updated and deleted rows of all tables that the application writes. */
  CHANGED_ROWS,
  /** Size in bytes of the snapshot table PS_TXN, with its indexes and large values. */
  PS_TXN_BYTES;

  public static final Set<DatabaseCounter> PS_TXN_CHANGES =
      EnumSet.of(PS_TXN_INSERTS, PS_TXN_UPDATES, PS_TXN_DELETES);

  @JsonValue
  public String key() {
    return Names.camelCase(name());
  }

  public boolean isLevel() {
    return this == PS_TXN_ROWS || this == PS_TXN_BYTES;
  }
}
