package cloakroom.stress.measure.audit;

import cloakroom.stress.measure.Audit;
import java.util.ArrayList;
import java.util.List;

/** Collects the checks of one trial. */
final class AuditChecks {
  private final List<Audit.Check> checks = new ArrayList<>();

  /** One side of a check: what was counted, and how much. */
  record Count(String name, long value) {}

  static Count count(String name, long value) {
    return new Count(name, value);
  }

  void equal(String id, String name, Count left, Count right) {
    add(id, name, left, "=", right, left.value == right.value, "");
  }

  /**
   * Left must equal right; up to {@code unknown} more on the right are accepted, since nobody can
   * tell what became of those. Without any unknown the check is exact.
   */
  void equalUpTo(String id, String name, Count left, Count right, long unknown, String why) {
    long missing = right.value - left.value;
    boolean passed = missing >= 0 && missing <= unknown;
    String note = passed && missing > 0 ? missing + " more: of " + unknown + " " + why : "";
    add(id, name, left, "=", right, passed, note);
  }

  void atLeast(String id, String name, Count left, Count right) {
    add(id, name, left, ">=", right, left.value >= right.value, "");
  }

  void skip(String id, String name, String why) {
    checks.add(new Audit.Check(id, name, "", 0, "", "", 0, Audit.Outcome.SKIPPED, why));
  }

  List<Audit.Check> list() {
    return List.copyOf(checks);
  }

  private void add(
      String id,
      String name,
      Count left,
      String relation,
      Count right,
      boolean passed,
      String note) {
    Audit.Outcome outcome = passed ? Audit.Outcome.PASSED : Audit.Outcome.FAILED;
    checks.add(
        new Audit.Check(
            id, name, left.name, left.value, relation, right.name, right.value, outcome, note));
  }
}
