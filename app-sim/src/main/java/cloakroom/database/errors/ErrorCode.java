package cloakroom.database.errors;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.ErrorClass;
import cloakroom.platform.Resources;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of codes.txt, the table of the codes of each {@link ErrorClass}. Oracle's errors are
 * distinguished by number only: the exception's type does not help (a listener reports overload as
 * a plain SQLException), nor does the state (66000, 72000 and 99999 contain everything).
 *
 * @param maker whose code it is; drivers and PgBouncer report codes of the same kind
 * @param code for Oracle five digits or a range such as 12150-12699; for PostgreSQL a SQLState of
 *     five characters, or of two for a whole class
 * @param text text that the message must contain if the code alone is ambiguous; else empty
 * @param concern what a user can correct if a connect fails with it
 */
public record ErrorCode(
    ErrorClass type, DatabaseKind maker, String code, String text, Concern concern) {
  private static final int DIGITS = 5;
  private static final Pattern ROW =
      Pattern.compile("(ORA-)?([\\w-]+)(?: \"(.+)\")?(?: \\((\\w+)\\))?  .+");
  private static final List<ErrorCode> TABLE = readTable();

  /** Setting that a user can correct after a failed connect. */
  public enum Concern {
    /** The user's name, password or right to log in. */
    LOGON,
    /** The server's list of hosts, users and databases that may connect. */
    ACCESS,
    DATABASE,
    /** The service's name, or the service itself. */
    SERVICE,
    /** The requested type of server: dedicated, shared or pooled. */
    SERVER_TYPE,
    URL,
    NONE
  }

  private static List<ErrorCode> readTable() {
    List<ErrorCode> table = new ArrayList<>();
    ErrorClass type = ErrorClass.OTHER;
    for (String line : Resources.text("cloakroom/database/errors/codes.txt").lines().toList()) {
      if (line.startsWith("[")) {
        type = ErrorClass.of(line.substring(1, line.length() - 1));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        table.add(parse(type, line));
      }
    }
    return List.copyOf(table);
  }

  public static List<ErrorCode> of(ErrorClass type) {
    return TABLE.stream().filter(code -> code.type() == type).toList();
  }

  static Optional<ErrorCode> find(SQLException coded) {
    return TABLE.stream()
        .filter(code -> code.matches(coded))
        .min(Comparator.comparingInt(ErrorCode::rank));
  }

  private static ErrorCode parse(ErrorClass type, String row) {
    Matcher parts = ROW.matcher(row);
    if (!parts.matches()) {
      throw new IllegalStateException("codes.txt: not a row of codes: " + row);
    }
    return new ErrorCode(
        type,
        parts.group(1) == null ? DatabaseKind.POSTGRESQL : DatabaseKind.ORACLE,
        parts.group(2),
        Objects.requireNonNullElse(parts.group(3), ""),
        parts.group(4) == null ? Concern.NONE : Concern.valueOf(parts.group(4)));
  }

  boolean matches(SQLException coded) {
    if (maker == DatabaseKind.POSTGRESQL) {
      return coded.getSQLState() != null
          && coded.getSQLState().startsWith(code)
          && Objects.requireNonNullElse(coded.getMessage(), "").contains(text);
    }
    int number = coded.getErrorCode();
    return number >= Integer.parseInt(code, 0, DIGITS, 10)
        && number <= Integer.parseInt(code, code.length() - DIGITS, code.length(), 10);
  }

  /** Returns 5 for a number, 11 for a range, 15 for a state, 18 for a class of states. */
  int rank() {
    return maker == DatabaseKind.ORACLE
        ? code.length()
        : 20 - code.length() - (text.isEmpty() ? 0 : 1);
  }

  /** Returns the code as manuals print it: ORA-00054, 57P01, 08xxx. */
  @Override
  public String toString() {
    return maker == DatabaseKind.ORACLE
        ? "ORA-" + code.replace("-", " to ")
        : code + (code.length() == 2 ? "xxx" : "") + (text.isEmpty() ? "" : " \"" + text + "\"");
  }
}
