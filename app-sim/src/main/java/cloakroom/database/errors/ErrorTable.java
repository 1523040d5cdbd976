package cloakroom.database.errors;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.ErrorClass;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** The rows of {@link ErrorClass}, arranged for looking up. */
final class ErrorTable {
  /** A code and the class it belongs to. */
  record Row(ErrorClass type, ErrorCode code) {}

  private record Range(int last, Row row) {}

  private static final Map<Integer, Row> NUMBERS = new HashMap<>();
  private static final NavigableMap<Integer, Range> RANGES = new TreeMap<>();
  private static final Map<String, Row> STATES = new HashMap<>();
  private static final Map<String, List<Row>> TEXTS = new HashMap<>();

  static {
    for (ErrorClass type : ErrorClass.values()) {
      ErrorCodes.of(type).forEach(code -> enter(new Row(type, code)));
    }
  }

  private ErrorTable() {}

  private static void enter(Row row) {
    ErrorCode code = row.code();
    if (code.maker() == DatabaseKind.ORACLE) {
      String[] bounds = code.code().split("-", 2);
      int first = Integer.parseInt(bounds[0]);
      if (bounds.length == 1) {
        NUMBERS.put(first, row);
      } else {
        RANGES.put(first, new Range(Integer.parseInt(bounds[1]), row));
      }
    } else if (code.text().isEmpty()) {
      STATES.put(code.code(), row);
    } else {
      TEXTS.computeIfAbsent(code.code(), state -> new ArrayList<>()).add(row);
    }
  }

  /** The row of an exception that has a code; empty if the table does not know it. */
  static Optional<Row> row(SQLException told) {
    return byNumber(told.getErrorCode()).or(() -> byState(told));
  }

  private static Optional<Row> byNumber(int number) {
    Row single = NUMBERS.get(number);
    return single == null ? byRange(number) : Optional.of(single);
  }

  private static Optional<Row> byRange(int number) {
    return Optional.ofNullable(RANGES.floorEntry(number))
        .map(Map.Entry::getValue)
        .filter(range -> number <= range.last())
        .map(Range::row);
  }

  private static Optional<Row> byState(SQLException told) {
    String state = told.getSQLState();
    if (state == null || state.length() < 2) {
      return Optional.empty();
    }
    return byText(state, Objects.requireNonNullElse(told.getMessage(), ""))
        .or(() -> Optional.ofNullable(STATES.get(state)))
        .or(() -> Optional.ofNullable(STATES.get(state.substring(0, 2))));
  }

  private static Optional<Row> byText(String state, String message) {
    return TEXTS.getOrDefault(state, List.of()).stream()
        .filter(row -> message.contains(row.code().text()))
        .findFirst();
  }
}
