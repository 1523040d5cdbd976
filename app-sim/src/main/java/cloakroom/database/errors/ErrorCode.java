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
 * Row of codes.txt, which assigns database error codes to an {@link ErrorClass}. Oracle errors are
 * identified by number, because each of their SQLStates covers many different errors.
 *
 * @param code SQLState or its first two characters for PostgreSQL; five digits or a range such as
 *     12150-12699 for Oracle
 * @param text text that the message must also contain; empty if the code is sufficient
 */
public record ErrorCode(
    ErrorClass type, DatabaseKind maker, String code, String text, Concern concern) {
  private static final int DIGITS = 5;
  private static final Pattern ROW =
      Pattern.compile("(ORA-)?([\\w-]+)(?: \"(.+)\")?(?: \\((\\w+)\\))?  .+");
  private static final List<ErrorCode> TABLE = readTable();

  public enum Concern {
    LOGON,
    ACCESS, // the server's list of hosts, users and databases that may connect
    DATABASE,
    SERVICE,
    SERVER_TYPE, // dedicated, shared or pooled
    URL,
    NONE
  }

  private static List<ErrorCode> readTable() {
    List<ErrorCode> table = new ArrayList<>();
    ErrorClass type = ErrorClass.OTHER;
    for (String line : Resources.text("cloakroom/database/errors/codes.txt").lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (line.startsWith("[")) {
        type = ErrorClass.of(line.substring(1, line.length() - 1));
      } else if (row.matches()) {
        DatabaseKind maker = row.group(1) == null ? DatabaseKind.POSTGRESQL : DatabaseKind.ORACLE;
        String text = Objects.requireNonNullElse(row.group(3), "");
        Concern concern = row.group(4) == null ? Concern.NONE : Concern.valueOf(row.group(4));
        table.add(new ErrorCode(type, maker, row.group(2), text, concern));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        throw new IllegalStateException("codes.txt: not a row of codes: " + line);
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

  int rank() {
    return maker == DatabaseKind.ORACLE
        ? code.length()
        : 20 - code.length() - (text.isEmpty() ? 0 : 1);
  }

  @Override
  public String toString() {
    return maker == DatabaseKind.ORACLE
        ? "ORA-" + code.replace("-", " to ")
        : code + (code.length() == 2 ? "xxx" : "") + (text.isEmpty() ? "" : " \"" + text + "\"");
  }
}
