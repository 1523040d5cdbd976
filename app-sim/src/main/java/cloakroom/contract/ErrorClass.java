package cloakroom.contract;

import cloakroom.platform.Names;
import java.util.Arrays;

/**
 * What was behind a failure, if that was a connection or the database: the classes that the tier
 * sorts the codes of Oracle and PostgreSQL into, and that reports count by.
 */
public enum ErrorClass {
  POOL_EXHAUSTED("tier's pool empty", "no connection of the tier's own pool came back in time"),
  POOL_OR_PROCESS_LIMIT(
      "server's limit", "the server, or the pool on the server's side, takes no more sessions"),
  SERVICE_DOWN(
      "service down",
      "nobody answers at that address, or the database is starting, stopping or out of reach"),
  SESSION_DEAD("session dead", "this session has ended; another one may work"),
  STATE_LOST(
      "package state lost",
      "the session lives and has lost what it kept; the same call works when repeated"),
  LOCK("lock", "a lock was not to be had, or a deadlock was broken"),
  SERIALIZATION(
      "serialization", "the transaction lost against a concurrent one and may be repeated"),
  CONFIGURATION("configuration", "wrong password, name, address or setting: repeating is useless"),
  STATEMENT_CANCELLED(
      "statement cancelled", "the server has ended the statement, at its time limit or on request"),
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

  /** The name in answers, files and reports. */
  public String key() {
    return key;
  }

  public String label() {
    return label;
  }

  public String meaning() {
    return meaning;
  }

  /** Whether no pool may hand the session out again that had this error. */
  public boolean endsSession() {
    return this == SERVICE_DOWN || this == SESSION_DEAD;
  }

  /** Returns whether the database forbids the statement to this account, under any policy. */
  public boolean forbidsStatement() {
    return this == MISSING_RIGHT || this == READ_ONLY;
  }

  /** The class of that name; a name that is not known belongs to {@link #OTHER}. */
  public static ErrorClass of(String key) {
    return Arrays.stream(values()).filter(c -> c.key.equals(key)).findFirst().orElse(OTHER);
  }
}
