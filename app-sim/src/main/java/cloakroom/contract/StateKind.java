package cloakroom.contract;

import cloakroom.platform.Names;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Kind of session state. The release policy determines if it survives between two requests. */
public enum StateKind {
  VIEW_STATE, // bind value, range and current row of a view object, in memory
  PENDING_CHANGE, // not yet posted, in the module's memory
  POSTED_CHANGE, // not yet committed, in the open transaction
  ROW_LOCK,
  TEMPORARY_ROWS, // only one database session sees them, across commits
  SESSION_VARIABLE,
  OPEN_CURSOR,
  UPLOAD;

  private final String key = Names.camelCase(name());

  public String key() {
    return key;
  }

  /** Returns whether the state is in the database session and not in the module's memory. */
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
