package cloakroom.bench.report;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * A line about what a study does not have.
 *
 * @param word "absent", "failed" or "cut short"
 * @param why the line, in which that word may stand already
 */
record Missing(String word, String why) {
  static Missing of(String why) {
    String word =
        Stream.of("failed", "cut short").filter(why::startsWith).findFirst().orElse("absent");
    return new Missing(word, why);
  }

  /** The line with the word in it. */
  String sentence() {
    return why.toLowerCase(Locale.ROOT).contains(word) ? why : word + ": " + why;
  }
}
