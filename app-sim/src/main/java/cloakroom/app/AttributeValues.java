package cloakroom.app;

import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.application.ModuleDefinition.AttributeType;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.Objects;
import java.util.SplittableRandom;

/** Values of attributes as text, as JDBC objects, and generated. */
final class AttributeValues {
  private static final int DATE_LENGTH = 10;
  private static final int TIMESTAMP_LENGTH = 19;
  private static final int MAX_DIGITS = 8; // fits an integer column
  private static final int MAX_DECIMALS = 2; // of a number column, whose other digits are generated
  private static final int DAYS = 3_000;
  private static final LocalDate FIRST_DAY = LocalDate.of(2020, 1, 1);

  private AttributeValues() {}

  /** Returns the value as an object for JDBC; null for null. */
  static Object parse(AttributeType type, String text) {
    if (text == null) {
      return null;
    }
    return switch (type) {
      case TEXT -> text;
      case INTEGER -> Long.valueOf(text);
      case NUMBER -> new BigDecimal(text);
      case DATE -> Date.valueOf(start(text, DATE_LENGTH));
      case TIMESTAMP -> Timestamp.valueOf(start(text, TIMESTAMP_LENGTH));
    };
  }

  private static String start(String text, int length) {
    return text.substring(0, Math.min(length, text.length()));
  }

  /** Sets a parameter to the value of a column, or to null. */
  static void set(PreparedStatement statement, int position, AttributeType type, String text)
      throws SQLException {
    if (type == AttributeType.TEXT) {
      statement.setString(position, text);
    } else {
      set(statement, position, parse(type, text));
    }
  }

  static void set(PreparedStatement statement, int position, Object value) throws SQLException {
    if (value instanceof Long number) {
      statement.setLong(position, number);
    } else if (value instanceof String text) {
      statement.setString(position, text);
    } else {
      statement.setObject(position, value);
    }
  }

  /** Returns whether two texts are the same value, such as 12.5 and 12.50. */
  static boolean same(AttributeType type, String one, String other) {
    if (Objects.equals(one, other)) {
      return true;
    }
    if (one == null || other == null || type == AttributeType.TEXT) {
      return false;
    }
    return type == AttributeType.NUMBER
        ? new BigDecimal(one).compareTo(new BigDecimal(other)) == 0
        : parse(type, one).equals(parse(type, other));
  }

  /** Returns a value for a column, which depends only on the seed. */
  static String generated(AttributeDefinition attribute, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return switch (attribute.type()) {
      case TEXT -> text(attribute.length(), random);
      case INTEGER, NUMBER -> {
        int digits = Math.min(MAX_DIGITS, Math.max(1, attribute.length() - MAX_DECIMALS));
        yield Integer.toString(1 + random.nextInt((int) Math.pow(10, digits) - 1));
      }
      case DATE -> day(random);
      case TIMESTAMP -> day(random) + " 00:00:00";
    };
  }

  private static String text(int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder(length);
    while (text.length() < length) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  private static String day(SplittableRandom random) {
    return FIRST_DAY.plusDays(random.nextInt(DAYS)).toString();
  }
}
