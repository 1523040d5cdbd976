package cloakroom.stress.measure;

import java.util.Arrays;
import java.util.Optional;

/** A place where a session can leave state, in the order of every table. */
public enum StateKind {
  VIEW_STATE("viewState", "view state"),
  PENDING_CHANGE("pendingChange", "pending change"),
  POSTED_CHANGE("postedChange", "posted change"),
  ROW_LOCK("rowLock", "row lock"),
  TEMPORARY_ROWS("temporaryRows", "temporary rows"),
  SESSION_VARIABLE("sessionVariable", "session variable"),
  OPEN_CURSOR("openCursor", "open cursor"),
  UPLOAD("upload", "upload");

  private final String key;
  private final String label;

  StateKind(String key, String label) {
    this.key = key;
    this.label = label;
  }

  /** The name used in files and in the labels of a plan. */
  public String key() {
    return key;
  }

  /** What a table calls it. */
  public String label() {
    return label;
  }

  /** The kind of that key, if there is one. */
  public static Optional<StateKind> of(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
  }
}
