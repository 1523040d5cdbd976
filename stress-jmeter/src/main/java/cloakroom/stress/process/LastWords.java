package cloakroom.stress.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Set;

/** The last lines that a process wrote to its error stream, to tell the user why it ended. */
final class LastWords {
  private static final int KEPT = 8;

  /** What a JVM adds after the line that says what is wrong. */
  private static final Set<String> BOILERPLATE =
      Set.of(
          "Error: Could not create the Java Virtual Machine.",
          "Error: A fatal exception has occurred. Program will exit.");

  private final Deque<String> lines = new ArrayDeque<>();

  synchronized void add(String line) {
    if (line.isBlank() || BOILERPLATE.contains(line.strip())) {
      return;
    }
    lines.addLast(line.strip());
    if (lines.size() > KEPT) {
      lines.removeFirst();
    }
  }

  /**
   * The last line that says something; of a stack trace, its first line; "" when there was none.
   */
  synchronized String line() {
    for (Iterator<String> i = lines.descendingIterator(); i.hasNext(); ) {
      String line = i.next();
      if (!line.startsWith("at ") && !line.startsWith("... ")) {
        return line;
      }
    }
    return "";
  }
}
