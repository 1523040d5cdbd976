package cloakroom.contract;

import cloakroom.platform.Names;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Kind of state that a session can leave. */
public enum StateKind {
  /** bind value, range and current row of a view object, in the module's memory */
  VIEW_STATE,
  /** a change that is not yet posted, in the module's memory */
  PENDING_CHANGE,
  /** a change that is posted but not committed, in the open transaction */
  POSTED_CHANGE,
  ROW_LOCK,
  /** rows that only one database session sees, across its commits */
  TEMPORARY_ROWS,
  SESSION_VARIABLE,
  OPEN_CURSOR,
  UPLOAD;

  private final String key = Names.camelCase(name());

  public String key() {
    return key;
  }

  /** Returns whether it is part of the database session. */
  public boolean ofConnection() {
    return this != VIEW_STATE && this != PENDING_CHANGE;
  }

  public String label() {
    return Names.words(this);
  }

  public static Optional<StateKind> at(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
  }

  public static String keys() {
    return Arrays.stream(values()).map(StateKind::key).collect(Collectors.joining(", "));
  }
}
