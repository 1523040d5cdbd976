package cloakroom.inspector;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a session of the database can hold at a boundary. The key is its name in the questions to
 * the database and in the result; the state kind is the column of the matrix that it belongs to.
 */
enum Kind {
  /** a transaction that is open and, as far as can be told, has changed and locked nothing */
  OPEN_TRANSACTION("openTransaction", "", Life.TRANSACTION, "\\w+"),
  POSTED_CHANGE(
      "postedChange",
      "postedChange",
      Life.TRANSACTION,
      "insert|update|delete|merge|truncate|copy|call|create|alter|drop"),
  ROW_LOCK(
      "rowLock",
      "rowLock",
      Life.TRANSACTION,
      "for\\s+(?:no\\s+key\\s+|key\\s+)?(?:update|share)|insert|update"),
  TABLE_LOCK(
      "tableLock",
      "rowLock",
      Life.TRANSACTION,
      "lock|alter|create|drop|truncate|reindex|refresh|comment"),
  TRANSACTION_CURSOR("transactionCursor", "openCursor", Life.TRANSACTION, "declare|open"),
  LARGE_OBJECT("largeObject", "upload", Life.TRANSACTION, "lo_\\w+|lowrite|loread"),
  ADVISORY_LOCK("advisoryLock", "", Life.SESSION, "pg_\\w*advisory\\w*|dbms_lock"),
  TEMPORARY_TABLE("temporaryTable", "temporaryRows", Life.SESSION, "create|into|copy"),
  SESSION_SETTING(
      "sessionSetting",
      "sessionVariable",
      Life.SESSION,
      "set|set_config|alter\\s+session|dbms_session|dbms_application_info|by JDBC"),
  PACKAGE_STATE("packageState", "sessionVariable", Life.SESSION, "call|begin"),
  PREPARED_STATEMENT("preparedStatement", "", Life.SESSION, "prepare"),
  OPEN_CURSOR("openCursor", "openCursor", Life.SESSION, "declare|open"),
  LISTEN("listen", "", Life.SESSION, "listen"),
  TEMPORARY_LOB("temporaryLob", "upload", Life.SESSION, "dbms_lob|call|begin"),
  JDBC_PROPERTY("jdbcProperty", "", Life.JDBC, "by JDBC");

  /** What it ends with: the transaction, the session, or the pool that sets it back. */
  enum Life {
    TRANSACTION,
    SESSION,
    JDBC
  }

  final String key;
  final String stateKind;
  final Life life;
  private final Pattern cause;

  Kind(String key, String stateKind, Life life, String cause) {
    this.key = key;
    this.stateKind = stateKind;
    this.life = life;
    this.cause = Pattern.compile("\\b(?:" + cause + ")\\b", Pattern.CASE_INSENSITIVE);
  }

  static Optional<Kind> at(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
  }

  /** Whether a statement is of those that leave such things. */
  boolean isLeftBy(String sql) {
    return cause.matcher(sql).find();
  }

  /** Whether it is missed when it is lost: every pool sets back what JDBC's own setters change. */
  boolean counts() {
    return this != OPEN_TRANSACTION && life != Life.JDBC;
  }

  /** For sentences: "temporary table". */
  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
