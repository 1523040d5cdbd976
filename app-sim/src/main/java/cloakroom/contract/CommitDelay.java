package cloakroom.contract;

import java.util.OptionalLong;

/**
 * Delay of each commit. A parent process sends it as a line to {@code database}, which prints this
 * event when it takes effect.
 *
 * @param event always {@value #EVENT}
 * @param micros microseconds, 0 for none
 */
public record CommitDelay(String event, long micros) {
  public static final String EVENT = "commitDelay";
  public static final long MAX_MICROS = 100_000;

  private static final String LINE = "commit-delay ";

  public CommitDelay(long micros) {
    this(EVENT, micros);
  }

  public String line() {
    return LINE + micros;
  }

  /** Returns the microseconds in such a line; empty for any other line. */
  public static OptionalLong parse(String line) {
    return line.matches(LINE + "\\d{1,6}")
        ? OptionalLong.of(Long.parseLong(line.substring(LINE.length())))
        : OptionalLong.empty();
  }
}
