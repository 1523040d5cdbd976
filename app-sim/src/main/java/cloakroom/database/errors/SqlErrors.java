package cloakroom.database.errors;

import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.ErrorCode.Concern;
import cloakroom.platform.OneLine;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Optional;

/** Classifier of exceptions. It uses the first database error code in the chain of causes. */
public final class SqlErrors {
  private SqlErrors() {}

  public static ErrorClass classifyInUse(Throwable thrown) {
    return row(thrown).map(ErrorCode::type).orElse(ErrorClass.OTHER);
  }

  /**
   * Returns the class of a failed connect. Returns SERVICE_DOWN instead of SESSION_DEAD, because a
   * failed connect has no session.
   */
  public static ErrorClass classifyConnect(Throwable thrown) {
    ErrorClass type = classifyInUse(thrown);
    return type == ErrorClass.SESSION_DEAD ? ErrorClass.SERVICE_DOWN : type;
  }

  public static Concern concern(Throwable thrown) {
    return row(thrown).map(ErrorCode::concern).orElse(Concern.NONE);
  }

  private static Optional<ErrorCode> row(Throwable thrown) {
    return Optional.ofNullable(informative(thrown)).flatMap(ErrorCode::find);
  }

  /** Returns whether a pool raised the exception itself: no cause has a database error code. */
  public static boolean isOnlyFromPool(Throwable thrown) {
    SQLException coded = informative(thrown);
    return coded == null || isFromPool(coded);
  }

  /** Returns the first cause with a database error code, else with a pool's code, else null. */
  public static SQLException informative(Throwable thrown) {
    SQLException any = null;
    for (Throwable next = thrown; next != null; next = next.getCause()) {
      if (next instanceof SQLException sql
          && (sql.getErrorCode() != 0 || sql.getSQLState() != null)) {
        if (!isFromPool(sql)) {
          return sql;
        }
        any = any == null ? sql : any;
      }
    }
    return any;
  }

  public static String oneLine(Throwable thrown) {
    SQLException coded = informative(thrown);
    String message = (coded == null ? thrown : coded).getMessage();
    return message == null ? thrown.getClass().getSimpleName() : OneLine.of(message);
  }

  public static boolean isReadTimeout(Throwable thrown) {
    return thrown instanceof SocketTimeoutException
        || (thrown != null && isReadTimeout(thrown.getCause()));
  }

  /** Returns whether the error code is UCP's: 29 (no connection) or 45000 to 45999. */
  private static boolean isFromPool(SQLException sql) {
    int code = sql.getErrorCode();
    return (code == 29 || code / 1000 == 45) && sql.getSQLState() == null;
  }
}
