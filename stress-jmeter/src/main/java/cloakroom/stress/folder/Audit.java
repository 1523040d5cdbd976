package cloakroom.stress.folder;

import java.util.List;

public record Audit(List<Check> checks) {
  public enum Outcome {
    PASSED,
    FAILED,
    SKIPPED
  }

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

    private String sign() {
      return !failed() ? relation : relation.equals("=") ? "≠" : "<";
    }
  }

  public boolean consistent() {
    return failed().isEmpty();
  }

  public List<Check> failed() {
    return checks.stream().filter(Check::failed).toList();
  }
}
