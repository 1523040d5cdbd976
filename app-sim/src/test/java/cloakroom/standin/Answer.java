package cloakroom.standin;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** What a session answers to a call. */
public sealed interface Answer {
  /**
   * It worked.
   *
   * @param rows that a statement changed
   */
  record Done(long rows) implements Answer {}

  /**
   * It worked, with rows; every column is a VARCHAR2.
   *
   * @param columns their names
   * @param rows each with a value per column
   */
  record Rows(List<String> columns, List<List<String>> rows) implements Answer {}

  /**
   * An Oracle error; the session goes on.
   *
   * @param code for instance 2396
   */
  record Failure(int code) implements Answer {
    /** Its message is no text of Oracle's. */
    String message() {
      return "ORA-%05d: injected by the stand-in\n".formatted(code);
    }
  }

  /** The connection closes in the middle of the call. */
  record HangUp() implements Answer {}

  /** No answer comes. */
  record Silence() implements Answer {}

  /** One column, one row. */
  static Answer value(String value) {
    return new Rows(List.of("VALUE"), List.of(List.of(value)));
  }

  /** Rows with one column that counts from 1. */
  static Answer rows(int count) {
    return new Rows(
        List.of("NUMBER"),
        IntStream.rangeClosed(1, count)
            .mapToObj(number -> Collections.singletonList("" + number))
            .toList());
  }

  static Answer error(int code) {
    return new Failure(code);
  }

  static Answer hangUp() {
    return new HangUp();
  }

  static Answer silence() {
    return new Silence();
  }
}
