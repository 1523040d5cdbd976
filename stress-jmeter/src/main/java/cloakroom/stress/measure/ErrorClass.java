package cloakroom.stress.measure;

import java.util.Arrays;

/**
 * What was behind a failed request, if that was a connection or the database: the classes that the
 * tier sorts the codes of Oracle and PostgreSQL into (docs/oracle.md lists them). A second view of
 * the failures that {@link FailureKind} counts, not more of them.
 */
public enum ErrorClass {
  POOL_EXHAUSTED(
      "poolExhausted",
      "tier's pool empty",
      "no connection of the tier's own pool came back in time"),
  POOL_OR_PROCESS_LIMIT(
      "poolOrProcessLimit",
      "server's limit",
      "the server, or the pool on the server's side, took no more sessions"),
  SERVICE_DOWN(
      "serviceDown",
      "service down",
      "nobody answered, or the database was starting, stopping or out of reach"),
  SESSION_DEAD("sessionDead", "session dead", "the database session had ended"),
  STATE_LOST(
      "stateLost",
      "package state lost",
      "the session lived and had lost its package state or prepared statements"),
  LOCK("lock", "lock", "a lock was not to be had, or a deadlock was broken"),
  SERIALIZATION("serialization", "serialization", "the transaction lost against a concurrent one"),
  CONFIGURATION("configuration", "configuration", "wrong password, name, address or setting"),
  OTHER("other", "other", "any other error of the database, most often the statement itself");

  private final String key;
  private final String label;
  private final String meaning;

  ErrorClass(String key, String label, String meaning) {
    this.key = key;
    this.label = label;
    this.meaning = meaning;
  }

  /** The name in the tier's answers and in files. */
  public String key() {
    return key;
  }

  /** What a table calls it. */
  public String label() {
    return label;
  }

  /** What it means, for the report. */
  public String meaning() {
    return meaning;
  }

  /** The class of that name; one that a newer tier has and we do not is another one. */
  public static ErrorClass of(String key) {
    return Arrays.stream(values()).filter(c -> c.key.equals(key)).findFirst().orElse(OTHER);
  }
}
