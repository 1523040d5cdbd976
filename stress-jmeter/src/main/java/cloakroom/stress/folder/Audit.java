package cloakroom.stress.folder;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

public record Audit(List<Check> checks) {
  public enum Outcome {
    PASSED,
    FAILED,
    SKIPPED;

    @JsonValue
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Check as in summary.json. A skipped check compares nothing, so its numbers are null. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Check(
      String id,
      String name,
      Outcome outcome,
      String leftName,
      Long left,
      String relation,
      String rightName,
      Long right,
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
