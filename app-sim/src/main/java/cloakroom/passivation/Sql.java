package cloakroom.passivation;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/** One statement with its parameters, prepared, executed and closed. */
final class Sql {
  private Sql() {}

  /** What is made of a result. */
  interface Reader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  /** Number of rows that an insert, update or delete has met. */
  static int update(Connection connection, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      set(statement, parameters);
      return statement.executeUpdate();
    }
  }

  /** What the reader makes of the rows. */
  static <T> T query(Connection connection, String sql, Reader<T> reader, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      set(statement, parameters);
      try (ResultSet rows = statement.executeQuery()) {
        return reader.read(rows);
      }
    }
  }

  /** The only column of the only row. */
  static long number(Connection connection, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      set(statement, parameters);
      return number(statement);
    }
  }

  /** The only column of the only row; the parameters are set. */
  static long number(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /** By the setter of each type: what setObject makes of one is the driver's affair. */
  static void set(PreparedStatement statement, Object... parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      Object value = parameters[i];
      if (value instanceof Long number) {
        statement.setLong(i + 1, number);
      } else if (value instanceof Double seconds) {
        statement.setDouble(i + 1, seconds);
      } else if (value instanceof Timestamp date) {
        statement.setTimestamp(i + 1, date);
      } else if (value instanceof Array ids) {
        statement.setArray(i + 1, ids);
      } else {
        statement.setBytes(i + 1, (byte[]) value);
      }
    }
  }
}
