package cloakroom.app;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One statement whose binds have names, so that the texts of several databases can take the same
 * values in an order of their own.
 *
 * @param text with question marks
 * @param binds name of the value for each question mark
 */
record NamedSql(String text, List<String> binds) {
  private static final Pattern NAME = Pattern.compile("(?<![:\\w]):([a-z]+)");

  /** Reads {@code :name} as a bind; {@code ::type} is a cast. */
  static NamedSql of(String text) {
    List<String> binds = new ArrayList<>();
    Matcher names = NAME.matcher(text);
    while (names.find()) {
      binds.add(names.group(1));
    }
    return new NamedSql(names.replaceAll("?"), List.copyOf(binds));
  }

  /** Runs it; the first column of the first row as text, or null if there is none. */
  String ask(Connection session, Map<String, Object> values) throws SQLException {
    try (PreparedStatement statement = session.prepareStatement(text)) {
      for (int i = 0; i < binds.size(); i++) {
        statement.setObject(i + 1, values.get(binds.get(i)));
      }
      if (!statement.execute()) {
        return null;
      }
      try (ResultSet rows = statement.getResultSet()) {
        return rows.next() ? rows.getString(1) : null;
      }
    }
  }
}
