package cloakroom.database.errors;

import cloakroom.contract.ErrorClass;
import cloakroom.database.Resources;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The one table of the codes of each {@link ErrorClass}, which codes.txt beside this class holds.
 * Oracle's are told apart by number, because the exception's type says nothing (the storm errors of
 * a listener are plain SQLExceptions) and so does the state (66000, 72000 and 99999 hold
 * everything). A single code goes before a range, and a whole state before its class. {@link
 * SqlErrors} looks them up.
 */
public final class ErrorCodes {
  private static final List<ErrorCode> TABLE = read();

  private ErrorCodes() {}

  private static List<ErrorCode> read() {
    List<ErrorCode> table = new ArrayList<>();
    ErrorClass type = ErrorClass.OTHER;
    for (String line : Resources.text("cloakroom/database/errors/codes.txt").lines().toList()) {
      if (line.startsWith("[")) {
        type = ErrorClass.of(line.substring(1, line.length() - 1));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        table.add(ErrorCode.parse(type, line));
      }
    }
    return List.copyOf(table);
  }

  /** The codes of this class. */
  public static List<ErrorCode> of(ErrorClass type) {
    return TABLE.stream().filter(code -> code.type() == type).toList();
  }

  /** The row of an exception that has a code; empty if the table does not know it. */
  static Optional<ErrorCode> find(SQLException told) {
    return TABLE.stream()
        .filter(code -> code.isOf(told))
        .min(Comparator.comparingInt(ErrorCode::rank));
  }
}
