package cloakroom.stress.measure;

/**
 * One row of a JTL file.
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

  long end() {
    return start + elapsed;
  }

  /** Milliseconds that the generator was late; never negative. */
  long lag() {
    return Math.max(0, start - due);
  }

  /** Service time: from when it was sent. Milliseconds. */
  long service() {
    return elapsed;
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

  /** Whether the answer was an HTTP status that means success. */
  boolean fulfilled() {
    return responseCode.matches("2\\d\\d");
  }

  /** Whether an HTTP status came back. */
  boolean answered() {
    return responseCode.matches("\\d{3}");
  }
}
