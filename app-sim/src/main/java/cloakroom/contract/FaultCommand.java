package cloakroom.contract;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Command that begins or ends a simulated fault. A parent process writes the command to the
 * standard input of {@code database}, {@code serve} or {@code relay}; only {@code relay} sends no
 * reply. {@code value} is latency in microseconds or lost packets per million.
 */
public record FaultCommand(FaultKind kind, boolean begins, long value) {
  private static final Pattern LINE =
      Pattern.compile("fault (begin|end) ([a-z-]{1,30}) (\\d{1,15})");

  public record Done(String event, String line, String failure) {
    public static final String EVENT = "fault";

    public Done(FaultCommand command, String failure) {
      this(EVENT, command.line(), failure);
    }
  }

  public String line() {
    return "fault " + (begins ? "begin " : "end ") + kind.key() + " " + value;
  }

  public static Optional<FaultCommand> of(String line) {
    Matcher match = LINE.matcher(line.strip());
    if (!match.matches()) {
      return Optional.empty();
    }
    boolean begins = match.group(1).equals("begin");
    return FaultKind.named(match.group(2))
        .map(kind -> new FaultCommand(kind, begins, Long.parseLong(match.group(3))));
  }
}
