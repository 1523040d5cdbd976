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
 * One row of the one table of the codes of each {@link ErrorClass}, which codes.txt beside this
 * class holds. Oracle's are told apart by number, because the exception's type says nothing (the
 * storm errors of a listener are plain SQLExceptions) and so does the state (66000, 72000 and 99999
 * hold everything). A single code goes before a range, and a whole state before its class. {@link
 * SqlErrors} looks them up.
 *
 * @param type the class that it is of
 * @param maker whose code it is; drivers and PgBouncer report codes of the same kind
 * @param code for Oracle five digits or a range such as 12150-12699; for PostgreSQL a SQLState of
 *     five characters, or of two for a whole class
 * @param text what the message must hold besides, where the code alone says too little; else empty
 * @param concern what a user can do something about, if a connect fails with it
 */
public record ErrorCode(
    ErrorClass type, DatabaseKind maker, String code, String text, Optional<Concern> concern) {
  private static final int DIGITS = 5;
  private static final Pattern ROW =
      Pattern.compile("(ORA-)?([\\w-]+)(?: \"(.+)\")?(?: \\((\\w+)\\))?  .+");
  private static final List<ErrorCode> TABLE = readTable();

  /** What a user can do something about. */
  public enum Concern {
    /** The user's name, password or right to log in. */
    LOGON,
    /** The server's list of hosts, users and databases that may connect. */
    ACCESS,
    DATABASE,
    /** The service's name, or the service itself. */
    SERVICE,
    /** The type of server (dedicated, shared, pooled) that is asked for. */
    SERVER_TYPE,
    URL
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

  /** The row of an exception that has a code; empty if the table does not know it. */
  static Optional<ErrorCode> find(SQLException told) {
    return TABLE.stream()
        .filter(code -> code.isOf(told))
        .min(Comparator.comparingInt(ErrorCode::rank));
  }

  private static ErrorCode parse(ErrorClass type, String row) {
    Matcher parts = ROW.matcher(row);
    if (!parts.matches()) {
      throw new IllegalStateException("no row of a table of codes: " + row);
    }
    return new ErrorCode(
        type,
        parts.group(1) == null ? DatabaseKind.POSTGRESQL : DatabaseKind.ORACLE,
        parts.group(2),
        Objects.requireNonNullElse(parts.group(3), ""),
        Optional.ofNullable(parts.group(4)).map(Concern::valueOf));
  }

  boolean isOf(SQLException told) {
    if (maker == DatabaseKind.POSTGRESQL) {
      return told.getSQLState() != null
          && told.getSQLState().startsWith(code)
          && Objects.requireNonNullElse(told.getMessage(), "").contains(text);
    }
    int number = told.getErrorCode();
    return number >= Integer.parseInt(code, 0, DIGITS, 10)
        && number <= Integer.parseInt(code, code.length() - DIGITS, code.length(), 10);
  }

  /** The lower goes first: a number before a range, both before a state, that before its class. */
  int rank() {
    return maker == DatabaseKind.ORACLE
        ? code.length()
        : 20 - code.length() - (text.isEmpty() ? 0 : 1);
  }

  /** As manuals write it: ORA-00054, 57P01, 08xxx. */
  @Override
  public String toString() {
    return maker == DatabaseKind.ORACLE
        ? "ORA-" + code.replace("-", " to ")
        : code + (code.length() == 2 ? "xxx" : "") + (text.isEmpty() ? "" : " \"" + text + "\"");
  }
}
