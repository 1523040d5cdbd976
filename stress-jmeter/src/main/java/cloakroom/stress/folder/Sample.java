package cloakroom.stress.folder;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.Headers;
import cloakroom.contract.StateKind;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One row of a JTL file: JMeter's CSV with columns of ours.
 *
 * @param start when the request was sent, epoch milliseconds
 * @param elapsed milliseconds from sending to the last byte
 * @param due when the request was due, epoch milliseconds
 * @param tierError the tier's name of its error, or empty
 * @param errorClass the tier's name of the database's error behind it, or empty
 * @param ofNothing whether it is a commit that had nothing to commit, as the tier says
 */
record Sample(
    long start,
    long elapsed,
    long due,
    String label,
    String responseCode,
    String responseMessage,
    String threadName,
    boolean success,
    String failureMessage,
    String tierError,
    String errorClass,
    boolean ofNothing) {
  private static final String NON_HTTP = "Non HTTP response code";

  static Sample of(CsvTable row) {
    long start = row.whole("timeStamp");
    String due = SampleColumn.DUE.label();
    boolean unknown = row.text(due).isBlank() || row.text(due).trim().equals("null");
    return new Sample(
        start,
        row.duration("elapsed"),
        unknown ? start : row.whole(due),
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

  /** Response time: from when it was due. Milliseconds. */
  long response() {
    return elapsed + lag();
  }

  /** Whether this row sums up a transaction controller and is no request itself. */
  boolean transaction() {
    return responseMessage.startsWith("Number of samples in transaction");
  }

  boolean warmUp() {
    return threadName.startsWith("warm-up");
  }

  boolean commit() {
    return label.endsWith(" commit");
  }

  /** Whether it met another user's work where the plan expects that: an answer, and no failure. */
  boolean conflict() {
    return success && tierError.equals("conflict");
  }

  private boolean fulfilled() {
    return answered() && responseCode.startsWith("2");
  }

  boolean answered() {
    return responseCode.length() == 3
        && responseCode.chars().allMatch(digit -> digit >= '0' && digit <= '9');
  }

  /** Why a request failed; the tier's own word comes first, then what the user saw. */
  FailureKind kind() {
    return switch (tierError) {
      case "checkoutTimeout" -> FailureKind.CHECKOUT_TIMEOUT;
      case "poolExhausted" -> FailureKind.POOL_EXHAUSTED;
      case "activation" -> FailureKind.ACTIVATION;
      default -> kindByAnswer();
    };
  }

  private FailureKind kindByAnswer() {
    Optional<ProbeOutcome> fate = probe().flatMap(Probe::fate);
    if (failureMessage.startsWith("stateLost")
        || fate.filter(f -> f == ProbeOutcome.LOST || f == ProbeOutcome.LEAKED).isPresent()) {
      return FailureKind.STATE_LOST;
    }
    if (responseCode.startsWith(NON_HTTP)
        && (responseCode.contains("BindException") || responseCode.contains("NoRouteToHost"))) {
      return FailureKind.GENERATOR;
    }
    return fulfilled() ? FailureKind.ASSERTION : FailureKind.HTTP;
  }

  /**
   * What a sample says about a probe. A plan with probes calls its samplers {@code write K} and
   * {@code read K}, K being the key of a state kind; a read whose answer is not the own value fails
   * with a message that begins with {@code leaked} or {@code lost}.
   *
   * @param write whether it wrote the value; otherwise it read it back
   * @param fate how the probe ended; empty for a write that succeeded, and for a read that nobody
   *     judged
   */
  record Probe(StateKind kind, boolean write, Optional<ProbeOutcome> fate) {}

  Optional<Probe> probe() {
    boolean write = label.startsWith("write ");
    return write || label.startsWith("read ")
        ? StateKind.at(label.substring(label.indexOf(' ') + 1))
            .map(kind -> new Probe(kind, write, Optional.ofNullable(fate(write))))
        : Optional.empty();
  }

  /** An error is a refusal, whatever an assertion made of its text. */
  private ProbeOutcome fate(boolean write) {
    if (success) {
      return write ? null : ProbeOutcome.KEPT;
    }
    if (write || !fulfilled()) {
      return ErrorClass.of(errorClass).forbidsStatement()
          ? ProbeOutcome.FAILED
          : ProbeOutcome.REFUSED;
    }
    return Stream.of(ProbeOutcome.LEAKED, ProbeOutcome.LOST)
        .filter(fate -> failureMessage.startsWith(fate.key()))
        .findFirst()
        .orElse(null);
  }
}
