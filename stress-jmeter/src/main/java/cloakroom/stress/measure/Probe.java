package cloakroom.stress.measure;

import java.util.Optional;

/**
 * What one sample says about a probe. A plan with probes calls its samplers {@code write K} and
 * {@code read K}, K being the key of a state kind; a read whose answer is not the own value fails
 * with a message that begins with {@code leaked} or {@code lost}.
 *
 * @param write whether it wrote the value; otherwise it read it back
 * @param fate how the probe ended; empty for a write that succeeded, and for a read that nobody
 *     judged
 */
record Probe(StateKind kind, boolean write, Optional<Fate> fate) {
  private static final String WRITE = "write ";
  private static final String READ = "read ";

  /** The probe that a sample belongs to, if its label says so. */
  static Optional<Probe> of(Sample sample) {
    String label = sample.label();
    if (label.startsWith(WRITE)) {
      return StateKind.of(label.substring(WRITE.length()))
          .map(kind -> new Probe(kind, true, written(sample)));
    }
    if (label.startsWith(READ)) {
      return StateKind.of(label.substring(READ.length()))
          .map(kind -> new Probe(kind, false, read(sample)));
    }
    return Optional.empty();
  }

  private static Optional<Fate> written(Sample sample) {
    return sample.success() ? Optional.empty() : Optional.of(Fate.REFUSED);
  }

  /** An error is a refusal, whatever an assertion made of its text. */
  private static Optional<Fate> read(Sample sample) {
    if (sample.success()) {
      return Optional.of(Fate.KEPT);
    }
    if (!sample.fulfilled()) {
      return Optional.of(Fate.REFUSED);
    }
    if (sample.failureMessage().startsWith(Fate.LEAKED.key())) {
      return Optional.of(Fate.LEAKED);
    }
    return sample.failureMessage().startsWith(Fate.LOST.key())
        ? Optional.of(Fate.LOST)
        : Optional.empty();
  }

  /**
   * Whether the session's own value was not there, although the tier answered as if all is well.
   */
  boolean gone() {
    return fate.filter(f -> f == Fate.LOST || f == Fate.LEAKED).isPresent();
  }
}
