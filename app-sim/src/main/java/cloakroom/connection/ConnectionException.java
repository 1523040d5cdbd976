package cloakroom.connection;

import java.sql.SQLException;

/**
 * A connection could not be had, or died. The message is one line for the user; the kind is for
 * programs.
 */
public final class ConnectionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong, whatever driver or pool reported it. */
  public enum Kind {
    /** Every connection of the pool is out. */
    POOL_EXHAUSTED,
    /** The server, or the pool on the server's side, takes no more sessions. */
    POOL_OR_PROCESS_LIMIT,
    /** Nobody answers at that address, or the database is starting or stopping. */
    SERVICE_DOWN,
    /** This session has ended; another one may work. */
    SESSION_DEAD,
    /** The session lives and has lost its package state; the same call works when repeated. */
    STATE_LOST,
    /** A lock was not to be had, or a deadlock was broken. */
    LOCK,
    /** The transaction lost against a concurrent one and may be repeated. */
    SERIALIZATION,
    /** Wrong password, database, address or setting: repeating is useless. */
    CONFIGURATION,
    /** None of these. */
    OTHER
  }

  private final Kind kind;
  private final int vendorCode;
  private final String sqlState;

  ConnectionException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    SQLException told = SqlErrors.informative(cause);
    this.vendorCode = told == null ? 0 : told.getErrorCode();
    this.sqlState = told == null || told.getSQLState() == null ? "" : told.getSQLState();
  }

  /** Classifies what a statement of a borrowed connection threw. */
  public static ConnectionException inUse(String doing, SQLException thrown) {
    return new ConnectionException(
        SqlErrors.inUse(thrown), doing + ": " + SqlErrors.oneLine(thrown), thrown);
  }

  public Kind kind() {
    return kind;
  }

  /** The database's or pool's own number, for instance 12516; 0 if there is none. */
  public int vendorCode() {
    return vendorCode;
  }

  /** Five characters, or empty. */
  public String sqlState() {
    return sqlState;
  }
}
