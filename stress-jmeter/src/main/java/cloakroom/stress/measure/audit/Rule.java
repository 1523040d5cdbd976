package cloakroom.stress.measure.audit;

import cloakroom.stress.measure.Audit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * One check, said before it is made: its letter and name, and why it cannot be made. Counts are
 * asked for only if it can.
 *
 * @param skipped why it cannot be made; empty if it can
 */
record Rule(String id, String name, String skipped) {
  /** One side of a check: what was counted, and how much. */
  record Count(String name, LongSupplier value) {}

  static Count count(String name, LongSupplier value) {
    return new Count(name, value);
  }

  static Rule rule(String id, String name) {
    return new Rule(id, name, "");
  }

  /** The first of the reasons that is one keeps the check from being made. */
  Rule unless(String... reasons) {
    return new Rule(
        id,
        name,
        Stream.concat(Stream.of(skipped), Stream.of(reasons))
            .filter(reason -> !reason.isEmpty())
            .findFirst()
            .orElse(""));
  }

  Audit.Check equal(Count left, Count right) {
    return equalUpTo(left, right, () -> 0, "");
  }

  /**
   * Left must equal right; up to {@code unknown} more on the right are accepted, since nobody can
   * tell what became of those. Without any unknown the check is exact.
   */
  Audit.Check equalUpTo(Count left, Count right, LongSupplier unknown, String why) {
    if (!skipped.isEmpty()) {
      return skip();
    }
    long missing = right.value.getAsLong() - left.value.getAsLong();
    boolean passed = missing >= 0 && missing <= unknown.getAsLong();
    boolean noted = passed && missing > 0;
    String note = noted ? missing + " more: of " + unknown.getAsLong() + " " + why : "";
    return made(left, "=", right, passed, note);
  }

  Audit.Check atLeast(Count left, Count right) {
    return skipped.isEmpty()
        ? made(left, ">=", right, left.value.getAsLong() >= right.value.getAsLong(), "")
        : skip();
  }

  private Audit.Check skip() {
    return new Audit.Check(id, name, "", 0, "", "", 0, Audit.Outcome.SKIPPED, skipped);
  }

  private Audit.Check made(Count left, String relation, Count right, boolean passed, String note) {
    return new Audit.Check(
        id,
        name,
        left.name,
        left.value.getAsLong(),
        relation,
        right.name,
        right.value.getAsLong(),
        passed ? Audit.Outcome.PASSED : Audit.Outcome.FAILED,
        note);
  }
}
