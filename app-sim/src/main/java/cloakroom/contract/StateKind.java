package cloakroom.contract;

import cloakroom.platform.Names;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** A place where a session can leave state; the key is its name in addresses and reports. */
public enum StateKind {
  /** bind value, range and current row of a view object, in the module's memory */
  VIEW_STATE,
  /** a change that is not written yet, in the module's memory */
  PENDING_CHANGE,
  /** a change that is written and not committed, in the open transaction */
  POSTED_CHANGE,
  /** a lock on a row, held by the open transaction */
  ROW_LOCK,
  /** rows that only one database session sees, across its commits */
  TEMPORARY_ROWS,
  /** a value in the database session */
  SESSION_VARIABLE,
  /** a query that the database session keeps open */
  OPEN_CURSOR,
  /** a large object that is being written */
  UPLOAD;

  private final String key = Names.camelCase(name());

  /** The name in addresses, JSON and reports. */
  public String key() {
    return key;
  }

  /** Whether it lives in the database session and goes where that goes. */
  public boolean ofConnection() {
    return this != VIEW_STATE && this != PENDING_CHANGE;
  }

  /** What a table calls it: "view state". */
  public String label() {
    return Names.words(this);
  }

  /** The kind of this name, if there is one. */
  public static Optional<StateKind> at(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
  }

  public static String keys() {
    return Arrays.stream(values()).map(StateKind::key).collect(Collectors.joining(", "));
  }
}
