package cloakroom.database.errors;

import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.ErrorCode.Concern;
import cloakroom.platform.OneLine;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Classifies exceptions of drivers and pools. A pool may wrap the database's error several times,
 * so the first exception of the chain with a code of the database (not the pool) decides.
 */
public final class SqlErrors {
  /** UCP numbers its own errors 29 (no connection) and 45000 and up. */
  private static final int UCP_NO_CONNECTION = 29;

  private static final int UCP_FIRST = 45000;
  private static final int UCP_LAST = 45999;

  private SqlErrors() {}

  public static ErrorClass classifyInUse(Throwable thrown) {
    return row(thrown).map(ErrorCode::type).orElse(ErrorClass.OTHER);
  }

  /** Returns the class of a failed connect: without a session, a dead one means a service down. */
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

  /** Returns whether no exception of the chain has a code of the database. */
  public static boolean isOnlyFromPool(Throwable thrown) {
    SQLException coded = informative(thrown);
    return coded == null || isFromPool(coded);
  }

  /**
   * Returns the first exception of the chain with a code of the database, else the first
   * SQLException with any code, else null.
   */
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

  /** Returns the message on one line; a driver may write several. */
  public static String oneLine(Throwable thrown) {
    SQLException coded = informative(thrown);
    String message = (coded == null ? thrown : coded).getMessage();
    return message == null ? thrown.getClass().getSimpleName() : OneLine.of(message);
  }

  public static boolean isReadTimeout(Throwable thrown) {
    return thrown instanceof SocketTimeoutException
        || (thrown != null && isReadTimeout(thrown.getCause()));
  }

  private static boolean isFromPool(SQLException sql) {
    int code = sql.getErrorCode();
    boolean ucp = code == UCP_NO_CONNECTION || (code >= UCP_FIRST && code <= UCP_LAST);
    return ucp && sql.getSQLState() == null;
  }
}
