package cloakroom.stress.folder;

import java.util.List;

/** The checks of one trial. */
public record Audit(List<Check> checks) {
  /** How a check ended; a skipped one says why in its note. */
  public enum Outcome {
    PASSED,
    FAILED,
    SKIPPED
  }

  /**
   * One comparison of two independent counts.
   *
   * @param id letter that the definitions use
   * @param relation {@code =} or {@code >=}, read from left to right
   * @param note what a reader should know, or empty
   */
  public record Check(
      String id,
      String name,
      String leftName,
      long left,
      String relation,
      String rightName,
      long right,
      Outcome outcome,
      String note) {
    public boolean failed() {
      return outcome == Outcome.FAILED;
    }

    public String numbers() {
      return outcome == Outcome.SKIPPED
          ? "not checked"
          : "%s %,d %s %s %,d".formatted(leftName, left, sign(), rightName, right);
    }

    /** A check that failed must not read like one that holds. */
    private String sign() {
      if (!failed()) {
        return relation;
      }
      return relation.equals("=") ? "≠" : "<";
    }
  }

  public boolean consistent() {
    return failed().isEmpty();
  }

  public List<Check> failed() {
    return checks.stream().filter(Check::failed).toList();
  }
}
