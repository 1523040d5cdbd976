package cloakroom.contract;

import cloakroom.platform.Names;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Kind of state that an application can leave in a database session between two requests. */
public enum HeldKind {
  OPEN_TRANSACTION("", Life.TRANSACTION, "\\w+"), // without detected changes and locks
  POSTED_CHANGE(
      StateKind.POSTED_CHANGE.key(),
      Life.TRANSACTION,
      "insert|update|delete|merge|truncate|copy|call|create|alter|drop"),
  ROW_LOCK(
      StateKind.ROW_LOCK.key(),
      Life.TRANSACTION,
      "for\\s+(?:no\\s+key\\s+|key\\s+)?(?:update|share)|insert|update"),
  TABLE_LOCK(
      StateKind.ROW_LOCK.key(),
      Life.TRANSACTION,
      "lock|alter|create|drop|truncate|reindex|refresh|comment"),
  TRANSACTION_CURSOR(StateKind.OPEN_CURSOR.key(), Life.TRANSACTION, "declare|open"),
  LARGE_OBJECT(StateKind.UPLOAD.key(), Life.TRANSACTION, "lo_\\w+|lowrite|loread"),
  ADVISORY_LOCK("", Life.SESSION, "pg_\\w*advisory\\w*|dbms_lock"),
  TEMPORARY_TABLE(StateKind.TEMPORARY_ROWS.key(), Life.SESSION, "create|into|copy"),
  TEMPORARY_OBJECT("", Life.SESSION, "create"), // view, sequence or function
  SESSION_SETTING(
      StateKind.SESSION_VARIABLE.key(),
      Life.SESSION,
      "set|set_config|alter\\s+session|dbms_session|dbms_application_info|by JDBC"),
  PACKAGE_STATE(StateKind.SESSION_VARIABLE.key(), Life.SESSION, "call|begin"),
  PREPARED_STATEMENT("", Life.SESSION, "prepare"),
  OPEN_CURSOR(StateKind.OPEN_CURSOR.key(), Life.SESSION, "declare|open"),
  LISTEN("", Life.SESSION, "listen"),
  TEMPORARY_LOB(StateKind.UPLOAD.key(), Life.SESSION, "dbms_lob|call|begin"),
  JDBC_PROPERTY("", Life.JDBC, "by JDBC");

  /**
   * Lifetime of the state: until the transaction ends, until the database session ends, or until
   * the pool resets JDBC properties.
   */
  public enum Life {
    TRANSACTION,
    SESSION,
    JDBC
  }

  private final String key = Names.camelCase(name());
  private final String stateKind;
  private final Life life;
  private final Pattern cause;

  HeldKind(String stateKind, Life life, String cause) {
    this.stateKind = stateKind;
    this.life = life;
    this.cause = Pattern.compile("\\b(?:" + cause + ")\\b", Pattern.CASE_INSENSITIVE);
  }

  public String key() {
    return key;
  }

  public static Optional<HeldKind> at(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key().equals(key)).findFirst();
  }

  /** Returns the key of the {@link StateKind} that matches this kind; empty if none does. */
  public String stateKind() {
    return stateKind;
  }

  public Life life() {
    return life;
  }

  public boolean isLeftBy(String sql) {
    return cause.matcher(sql).find();
  }

  /**
   * Returns whether the application may fail if it loses this state. JDBC properties do not count,
   * because every pool resets them.
   */
  public boolean counts() {
    return this != OPEN_TRANSACTION && life != Life.JDBC;
  }
}
