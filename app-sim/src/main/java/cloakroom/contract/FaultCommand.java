package cloakroom.contract;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * That a fault begin or end now. A parent orders it by a line on the input of {@code database},
 * {@code serve} or {@code relay}; the first two answer by an event once it is so.
 *
 * @param value microseconds of a latency, packets of a million that are lost; otherwise 0
 */
public record FaultCommand(FaultKind kind, boolean begins, long value) {
  private static final Pattern LINE =
      Pattern.compile("fault (begin|end) ([a-z-]{1,30}) (\\d{1,15})");

  /**
   * That an order was carried out.
   *
   * @param event always {@value #EVENT}
   * @param line the order
   * @param failure why it could not be; empty if it was
   */
  public record Done(String event, String line, String failure) {
    public static final String EVENT = "fault";

    public Done(FaultCommand order, String failure) {
      this(EVENT, order.line(), failure);
    }
  }

  /** The line that orders it. */
  public String line() {
    return "fault " + (begins ? "begin " : "end ") + kind.key() + " " + value;
  }

  /** The order that a line holds; empty for any other line. */
  public static Optional<FaultCommand> of(String line) {
    Matcher order = LINE.matcher(line.strip());
    return order.matches()
        ? FaultKind.named(order.group(2))
            .map(
                kind ->
                    new FaultCommand(
                        kind, order.group(1).equals("begin"), Long.parseLong(order.group(3))))
        : Optional.empty();
  }
}
