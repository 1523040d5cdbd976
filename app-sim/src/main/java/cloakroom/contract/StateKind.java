package cloakroom.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A place where a session can leave state; the key is its name in addresses and reports. */
public enum StateKind {
  /** bind value, range and current row of a view object, in the module's memory */
  VIEW_STATE("viewState"),
  /** a change that is not written yet, in the module's memory */
  PENDING_CHANGE("pendingChange"),
  /** a change that is written and not committed, in the open transaction */
  POSTED_CHANGE("postedChange"),
  /** a lock on a row, held by the open transaction */
  ROW_LOCK("rowLock"),
  /** rows that only one database session sees, across its commits */
  TEMPORARY_ROWS("temporaryRows"),
  /** a value in the database session */
  SESSION_VARIABLE("sessionVariable"),
  /** a query that the database session keeps open */
  OPEN_CURSOR("openCursor"),
  /** a large object that is being written */
  UPLOAD("upload");

  private final String key;

  StateKind(String key) {
    this.key = key;
  }

  /** The name in addresses, JSON and reports. */
  public String key() {
    return key;
  }

  /** What a table calls it: "view state". */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The kind of this name, if there is one. */
  public static Optional<StateKind> at(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
  }

  public static String keys() {
    return Arrays.stream(values()).map(StateKind::key).collect(Collectors.joining(", "));
  }
}
