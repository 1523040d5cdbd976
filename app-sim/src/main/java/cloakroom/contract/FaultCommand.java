package cloakroom.contract;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Command to begin or end a fault. A parent process sends it as a line to {@code database}, {@code
 * serve} or {@code relay}; the first two print an event when it takes effect.
 *
 * @param value latency in microseconds, or lost packets per million; otherwise 0
 */
public record FaultCommand(FaultKind kind, boolean begins, long value) {
  private static final Pattern LINE =
      Pattern.compile("fault (begin|end) ([a-z-]{1,30}) (\\d{1,15})");

  /**
   * Event after the execution of a command.
   *
   * @param event always {@value #EVENT}
   * @param line line of the command
   * @param failure reason of a failure; empty after success
   */
  public record Done(String event, String line, String failure) {
    public static final String EVENT = "fault";

    public Done(FaultCommand command, String failure) {
      this(EVENT, command.line(), failure);
    }
  }

  public String line() {
    return "fault " + (begins ? "begin " : "end ") + kind.key() + " " + value;
  }

  /** Parses a line; empty if it is no fault command. */
  public static Optional<FaultCommand> of(String line) {
    Matcher match = LINE.matcher(line.strip());
    return Optional.of(match)
        .filter(Matcher::matches)
        .flatMap(found -> FaultKind.named(found.group(2)))
        .map(
            kind ->
                new FaultCommand(
                    kind, match.group(1).equals("begin"), Long.parseLong(match.group(3))));
  }
}
