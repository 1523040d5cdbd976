package cloakroom.stress.process;

import java.util.Set;
import java.util.stream.Stream;

/** The last line of a process that says something, to tell the user why it ended. */
public final class LastOutput {
  /** What a JVM adds after the line that says what is wrong. */
  private static final Set<String> BOILERPLATE =
      Set.of(
          "Error: Could not create the Java Virtual Machine.",
          "Error: A fatal exception has occurred. Program will exit.");

  private volatile String line = "";

  /** Those in a whole text. */
  public static String of(Stream<String> lines) {
    LastOutput all = new LastOutput();
    lines.forEach(all::add);
    return all.line();
  }

  void add(String words) {
    if (saysSomething(words.strip())) {
      line = words.strip();
    }
  }

  /** Not the steps of a stack trace, nor what every JVM says that finds options for it. */
  private static boolean saysSomething(String words) {
    return !words.isEmpty()
        && !words.startsWith("at ")
        && !words.startsWith("... ")
        && !words.startsWith("Picked up ")
        && !words.startsWith("NOTE: Picked up ")
        && !BOILERPLATE.contains(words);
  }

  String line() {
    return line;
  }
}
