package cloakroom.stress.folder;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.Headers;
import cloakroom.contract.StateKind;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Row of samples.jtl: JMeter's CSV with the additional columns of {@link SampleColumn}.
 *
 * @param start time at which the request was sent, in epoch milliseconds
 * @param elapsed time from sending the request to the last byte of the response, in milliseconds
 * @param due time at which the plan should have sent the request, in epoch milliseconds; the start
 *     unless {@code dueReported}
 * @param tierError name of the error that the application tier reported; empty for none
 * @param ofNothing whether the request is a commit without changes
 */
record Sample(
    long start,
    long elapsed,
    long due,
    boolean dueReported,
    String label,
    String responseCode,
    String responseMessage,
    String threadName,
    boolean success,
    String failureMessage,
    String tierError,
    String errorClass,
    boolean ofNothing) {
  static Sample of(CsvTable row) {
    long start = row.whole("timeStamp");
    String due = SampleColumn.DUE.label();
    boolean unknown = row.text(due).isBlank() || row.text(due).trim().equals("null");
    return new Sample(
        start,
        row.duration("elapsed"),
        unknown ? start : row.whole(due),
        !unknown,
        row.text("label"),
        row.text("responseCode"),
        row.text("responseMessage"),
        row.text("threadName"),
        Boolean.parseBoolean(row.text("success")),
        row.text("failureMessage"),
        row.text(SampleColumn.TIER_ERROR.label()),
        row.text(SampleColumn.ERROR_CLASS.label()),
        row.text(SampleColumn.COMMIT.label()).equals(Headers.COMMIT_NOTHING));
  }

  long end() {
    return start + elapsed;
  }

  long lag() {
    return Math.max(0, start - due);
  }

  /** Returns the response time in milliseconds, measured from when the request was due. */
  long response() {
    return elapsed + lag();
  }

  /** Returns whether the row is JMeter's total of several requests in a transaction controller. */
  boolean transaction() {
    return responseMessage.startsWith("Number of samples in transaction");
  }

  boolean warmUp() {
    return threadName.startsWith("warm-up");
  }

  boolean commit() {
    return label.endsWith(" commit");
  }

  /**
   * Returns whether another user's lock or change blocked the request; JMeter counts this as
   * success.
   */
  boolean conflict() {
    return success && tierError.equals("conflict");
  }

  private boolean fulfilled() {
    return answered() && responseCode.startsWith("2");
  }

  boolean answered() {
    return responseCode.length() == 3 && responseCode.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  FailureKind kind() {
    return switch (tierError) {
      case "checkoutTimeout" -> FailureKind.CHECKOUT_TIMEOUT;
      case "poolExhausted" -> FailureKind.POOL_EXHAUSTED;
      case "activation" -> FailureKind.ACTIVATION;
      default -> kindByResponse();
    };
  }

  private FailureKind kindByResponse() {
    ProbeOutcome outcome = probe().flatMap(Probe::outcome).orElse(null);
    if (failureMessage.startsWith("stateLost")
        || outcome == ProbeOutcome.LOST
        || outcome == ProbeOutcome.LEAKED) {
      return FailureKind.STATE_LOST;
    }
    if (responseCode.startsWith("Non HTTP response code")
        && (responseCode.contains("BindException") || responseCode.contains("NoRouteToHost"))) {
      return FailureKind.GENERATOR;
    }
    return fulfilled() ? FailureKind.ASSERTION : FailureKind.HTTP;
  }

  record Probe(StateKind kind, boolean write, Optional<ProbeOutcome> outcome) {}

  Optional<Probe> probe() {
    boolean write = label.startsWith("write ");
    return write || label.startsWith("read ")
        ? StateKind.at(label.substring(label.indexOf(' ') + 1))
            .map(kind -> new Probe(kind, write, Optional.ofNullable(outcome(write))))
        : Optional.empty();
  }

  /**
   * Returns the result of a state check; null after a successful write of state. FAILED means that
   * the database user lacks a right, and REFUSED means any other error.
   */
  private ProbeOutcome outcome(boolean write) {
    if (success) {
      return write ? null : ProbeOutcome.KEPT;
    }
    if (write || !fulfilled()) {
      boolean failed = ErrorClass.of(errorClass).forbidsStatement();
      return failed ? ProbeOutcome.FAILED : ProbeOutcome.REFUSED;
    }
    return Stream.of(ProbeOutcome.LEAKED, ProbeOutcome.LOST)
        .filter(outcome -> failureMessage.startsWith(outcome.key()))
        .findFirst()
        .orElse(null);
  }
}
