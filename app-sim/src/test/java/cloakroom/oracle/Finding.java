package cloakroom.oracle;

/**
 * Something that a database would not take.
 *
 * @param line within the text checked, from 1
 */
record Finding(int line, String problem) {
  static Finding at(String text, int offset, String problem) {
    return new Finding(lineOf(text, offset), problem);
  }

  static int lineOf(String text, int offset) {
    return 1 + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
  }

  /** The same in a text of which this one is a part that begins on the given line. */
  Finding within(int firstLine) {
    return new Finding(line + firstLine - 1, problem);
  }
}
