package cloakroom.bench.family;

import java.util.Map;

/**
 * What JMH measures as one row of a family: a method of a benchmark, with its parameters and so
 * many threads.
 *
 * @param heading what it has in common with the rows that it is to be compared with
 * @param subject who works
 */
public record FamilyCell(
    String heading,
    String subject,
    Class<?> benchmark,
    String method,
    Map<String, String> parameters,
    int threads) {

  /** As headings name so many threads. */
  public static String threads(int count) {
    return count == 1 ? "1 thread" : count + " threads";
  }
}
