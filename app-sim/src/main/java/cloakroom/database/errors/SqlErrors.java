package cloakroom.database.errors;

import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.ErrorCode.Concern;
import cloakroom.platform.OneLine;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Classifies what drivers and pools throw. A pool may hide the database's error several causes
 * down, so the first exception of the chain decides that the database (not the pool) gave a code.
 */
public final class SqlErrors {
  /** UCP numbers its own complaints 29 (no connection) and 45000 and up. */
  private static final int UCP_NO_CONNECTION = 29;

  private static final int UCP_FIRST = 45000;
  private static final int UCP_LAST = 45999;

  private SqlErrors() {}

  /** Of an error at work on an open session. */
  public static ErrorClass inUse(Throwable thrown) {
    return row(thrown).map(ErrorCode::type).orElse(ErrorClass.OTHER);
  }

  /** Of an error while connecting: there was no session that could have died, so nobody serves. */
  public static ErrorClass connecting(Throwable thrown) {
    ErrorClass type = inUse(thrown);
    return type == ErrorClass.SESSION_DEAD ? ErrorClass.SERVICE_DOWN : type;
  }

  /** What the user can do something about. */
  public static Optional<Concern> concern(Throwable thrown) {
    return row(thrown).flatMap(ErrorCode::concern);
  }

  private static Optional<ErrorCode> row(Throwable thrown) {
    return Optional.ofNullable(informative(thrown)).flatMap(ErrorCode::find);
  }

  /** Whether no exception of the chain carries a code of the database. */
  public static boolean isOnlyFromPool(Throwable thrown) {
    SQLException told = informative(thrown);
    return told == null || isFromPool(told);
  }

  /**
   * The first exception of the chain with a code of the database, else the first SQLException with
   * any, else null.
   */
  public static SQLException informative(Throwable thrown) {
    SQLException any = null;
    for (Throwable next = thrown; next != null; next = next.getCause()) {
      if (next instanceof SQLException sql && hasCode(sql)) {
        if (!isFromPool(sql)) {
          return sql;
        }
        any = any == null ? sql : any;
      }
    }
    return any;
  }

  /** The message on one line; a driver may write several. */
  public static String oneLine(Throwable thrown) {
    SQLException told = informative(thrown);
    String message = (told == null ? thrown : told).getMessage();
    return message == null ? thrown.getClass().getSimpleName() : OneLine.of(message);
  }

  /** Whether the server did not respond in time. */
  public static boolean isReadTimeout(Throwable thrown) {
    return thrown instanceof SocketTimeoutException
        || (thrown != null && isReadTimeout(thrown.getCause()));
  }

  private static boolean hasCode(SQLException sql) {
    return sql.getErrorCode() != 0 || sql.getSQLState() != null;
  }

  private static boolean isFromPool(SQLException sql) {
    int code = sql.getErrorCode();
    boolean ucp = code == UCP_NO_CONNECTION || (code >= UCP_FIRST && code <= UCP_LAST);
    return ucp && sql.getSQLState() == null;
  }
}
