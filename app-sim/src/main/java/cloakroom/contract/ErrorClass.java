package cloakroom.contract;

import cloakroom.platform.Names;
import java.util.Arrays;

/** Class of a failed connect or statement, the same for Oracle's and PostgreSQL's error codes. */
public enum ErrorClass {
  POOL_EXHAUSTED("tier's pool empty", "no connection of the tier's pool was returned in time"),
  POOL_OR_PROCESS_LIMIT(
      "server's limit", "the server, or the pool on the server's side, takes no more sessions"),
  SERVICE_DOWN(
      "service down",
      "no server responds at that address, or the database is starting or stopping"),
  SESSION_DEAD("session dead", "this session has ended; another one may work"),
  STATE_LOST(
      "package state lost",
      "the session has lost its package state; repeating the same call works"),
  LOCK("lock", "a lock was not available in time, or a deadlock was broken"),
  SERIALIZATION(
      "serialization", "the transaction lost against a concurrent one and may be repeated"),
  CONFIGURATION("configuration", "wrong password, name, address or setting: repeating is useless"),
  STATEMENT_CANCELLED(
      "statement cancelled", "the server ended the statement at its time limit or on request"),
  READ_ONLY("read only", "the database, or the transaction, accepts no writes"),
  MISSING_RIGHT("missing right", "the database user lacks a right that the statement requires"),
  STORAGE_FULL("storage full", "the server has no space left for data"),
  OTHER("other", "none of these: most often the statement itself");

  private final String key = Names.camelCase(name());
  private final String label;
  private final String meaning;

  ErrorClass(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  public String key() {
    return key;
  }

  public String label() {
    return label;
  }

  public String meaning() {
    return meaning;
  }

  /** Returns whether the database session has ended, so that the pool must not lend it again. */
  public boolean endsSession() {
    return this == SERVICE_DOWN || this == SESSION_DEAD;
  }

  /**
   * Returns whether the database account may not execute the statement, under any release policy.
   */
  public boolean forbidsStatement() {
    return this == MISSING_RIGHT || this == READ_ONLY;
  }

  /** Returns the class with this key, or {@link #OTHER} for an unknown key. */
  public static ErrorClass of(String key) {
    return Arrays.stream(values()).filter(c -> c.key.equals(key)).findFirst().orElse(OTHER);
  }
}
