package cloakroom.connection;

import cloakroom.connection.ConnectionException.Kind;
import java.sql.SQLException;
import java.util.Set;

/**
 * Classifies driver errors by number and SQLState, never by message. A pool may hide them several
 * causes down, so the first exception of the chain that the database (not the pool) gave a code
 * decides.
 */
final class SqlErrors {
  private static final Set<Integer> LIMIT =
      Set.of(18, 20, 2391, 12516, 12518, 12519, 12520, 12523, 56611, 56614, 24459);
  private static final Set<Integer> DOWN =
      Set.of(12514, 12528, 12527, 12526, 12541, 1033, 1034, 1089, 1090, 12170);
  private static final Set<Integer> DEAD =
      Set.of(
          28, 31, 1012, 1092, 2396, 2399, 3113, 3114, 3135, 17002, 17008, 17410, 17800, 18714,
          18730);
  private static final Set<Integer> STATE = Set.of(4061, 4065, 4068, 6508);
  private static final Set<Integer> LOCKED = Set.of(54, 60, 30006, 4020, 4021);
  private static final Set<Integer> CONFIGURATION =
      Set.of(12505, 1017, 28000, 28001, 56515, 56615, 17868, 18951);

  /** UCP numbers its own complaints 29 (no connection) and 45000 and up. */
  private static final int UCP_NO_CONNECTION = 29;

  private static final int UCP_FIRST = 45000;
  private static final int UCP_LAST = 45999;

  private SqlErrors() {}

  /** Of an error at work on an open session. */
  static Kind inUse(Throwable thrown) {
    SQLException told = informative(thrown);
    return told == null ? Kind.OTHER : kind(told);
  }

  /** Of an error while connecting: there was no session that could have died, so nobody serves. */
  static Kind connecting(Throwable thrown) {
    Kind kind = inUse(thrown);
    return kind == Kind.SESSION_DEAD ? Kind.SERVICE_DOWN : kind;
  }

  /** Whether no exception of the chain carries a code of the database. */
  static boolean isOnlyFromPool(Throwable thrown) {
    SQLException told = informative(thrown);
    return told == null || isFromPool(told);
  }

  /**
   * The first exception of the chain with a code of the database, else the first SQLException with
   * any, else null.
   */
  static SQLException informative(Throwable thrown) {
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
  static String oneLine(Throwable thrown) {
    SQLException told = informative(thrown);
    String message = (told == null ? thrown : told).getMessage();
    return message == null
        ? thrown.getClass().getSimpleName()
        : message.strip().replaceAll("\\s*\\R\\s*", " ");
  }

  private static boolean hasCode(SQLException sql) {
    return sql.getErrorCode() != 0 || sql.getSQLState() != null;
  }

  private static boolean isFromPool(SQLException sql) {
    int code = sql.getErrorCode();
    boolean ucp = code == UCP_NO_CONNECTION || (code >= UCP_FIRST && code <= UCP_LAST);
    return ucp && sql.getSQLState() == null;
  }

  private static Kind kind(SQLException told) {
    Kind vendor = byVendorCode(told.getErrorCode());
    return vendor == Kind.OTHER && told.getSQLState() != null
        ? bySqlState(told.getSQLState())
        : vendor;
  }

  private static Kind byVendorCode(int code) {
    if (LIMIT.contains(code)) {
      return Kind.POOL_OR_PROCESS_LIMIT;
    } else if (DOWN.contains(code)) {
      return Kind.SERVICE_DOWN;
    } else if (DEAD.contains(code)) {
      return Kind.SESSION_DEAD;
    } else if (STATE.contains(code)) {
      return Kind.STATE_LOST;
    } else if (LOCKED.contains(code)) {
      return Kind.LOCK;
    } else if (code == 8177) {
      return Kind.SERIALIZATION;
    }
    return CONFIGURATION.contains(code) ? Kind.CONFIGURATION : Kind.OTHER;
  }

  /** PostgreSQL's states, appendix A of its manual; class 08 is the standard's. */
  private static Kind bySqlState(String state) {
    return switch (state) {
      case "53300" -> Kind.POOL_OR_PROCESS_LIMIT;
      case "57P01", "57P02", "57P03", "57P05" -> Kind.SESSION_DEAD;
      case "40001" -> Kind.SERIALIZATION;
      case "55P03", "40P01" -> Kind.LOCK;
      case "3D000" -> Kind.CONFIGURATION;
      default -> byClass(state);
    };
  }

  private static Kind byClass(String state) {
    if (state.startsWith("08")) {
      return Kind.SESSION_DEAD;
    }
    return state.startsWith("28") ? Kind.CONFIGURATION : Kind.OTHER;
  }
}
