package cloakroom.contract;

import java.util.OptionalLong;

/** Commit delay in microseconds: command of a parent process to {@code database}, and reply. */
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

  public static OptionalLong parse(String line) {
    return line.matches(LINE + "\\d{1,6}")
        ? OptionalLong.of(Long.parseLong(line.substring(LINE.length())))
        : OptionalLong.empty();
  }
}
