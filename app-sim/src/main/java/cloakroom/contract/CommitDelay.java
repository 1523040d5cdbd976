package cloakroom.contract;

import java.util.OptionalLong;

/**
 * How long each commit waits before it reaches the disk. A parent asks for it by a line on the
 * input of {@code database}, which tells it by an event once it is in force.
 *
 * @param event always {@value #EVENT}
 * @param micros microseconds; 0 for no wait of ours
 */
public record CommitDelay(String event, long micros) {
  public static final String EVENT = "commitDelay";

  /** PostgreSQL takes no more. */
  public static final long MOST_MICROS = 100_000;

  private static final String LINE = "commit-delay ";

  public CommitDelay(long micros) {
    this(EVENT, micros);
  }

  /** The line that asks for it. */
  public String line() {
    return LINE + micros;
  }

  /** The microseconds that a line asks for; empty for any other line. */
  public static OptionalLong asked(String line) {
    return line.matches(LINE + "\\d{1,6}")
        ? OptionalLong.of(Long.parseLong(line.substring(LINE.length())))
        : OptionalLong.empty();
  }
}
