package cloakroom.database.errors;

import cloakroom.contract.DatabaseKind;
import java.util.Optional;

/**
 * One row of the table in {@link ErrorCodes}: a code, and the name that its maker gives it.
 *
 * @param maker whose code it is; drivers and PgBouncer report codes of the same kind
 * @param code for Oracle a number or a range such as 12150-12699; for PostgreSQL a SQLState of five
 *     characters, or of two for a whole class
 * @param text what the message must hold besides, where the code alone says too little; else empty
 * @param name Oracle's or the driver's message, or PostgreSQL's condition name, in a few words
 * @param concerns what a user can do something about, if a connect fails with it; else null
 */
public record ErrorCode(
    DatabaseKind maker, String code, String text, String name, Concern concerns) {

  /** What a user can do something about. */
  public enum Concern {
    /** The user's name, password or right to log in. */
    LOGON,
    /** The database's name. */
    DATABASE,
    /** The service's name, or the service itself. */
    SERVICE,
    /** The type of server (dedicated, shared, pooled) that is asked for. */
    SERVER_TYPE,
    /** The URL as a whole. */
    URL
  }

  static ErrorCode ora(int code, String name) {
    return ora(code, name, null);
  }

  static ErrorCode ora(int code, String name, Concern concerns) {
    return new ErrorCode(DatabaseKind.ORACLE, Integer.toString(code), "", name, concerns);
  }

  static ErrorCode ora(int first, int last, String name) {
    return new ErrorCode(DatabaseKind.ORACLE, first + "-" + last, "", name, null);
  }

  static ErrorCode state(String state, String name) {
    return state(state, name, null);
  }

  static ErrorCode state(String state, String name, Concern concerns) {
    return new ErrorCode(DatabaseKind.POSTGRESQL, state, "", name, concerns);
  }

  /** A state that says enough only together with the message. */
  static ErrorCode text(String state, String text, String name) {
    return new ErrorCode(DatabaseKind.POSTGRESQL, state, text, name, null);
  }

  /** What a user can do something about, if there is anything. */
  public Optional<Concern> concern() {
    return Optional.ofNullable(concerns);
  }

  /** As manuals write it: ORA-00054, 57P01, 08xxx. */
  @Override
  public String toString() {
    if (maker == DatabaseKind.POSTGRESQL) {
      String state = code.length() == 2 ? code + "xxx" : code;
      return text.isEmpty() ? state : state + " \"" + text + "\"";
    }
    int dash = code.indexOf('-');
    return dash < 0
        ? "ORA-%05d".formatted(Integer.parseInt(code))
        : "ORA-" + code.substring(0, dash) + " to " + code.substring(dash + 1);
  }
}
