package cloakroom.stress.measure;

import java.util.List;

/** The checks of one trial. */
public record Audit(List<AuditCheck> checks) {

  /** Keeps a copy. */
  public Audit(List<AuditCheck> checks) {
    this.checks = List.copyOf(checks);
  }

  /** Whether no check failed. */
  public boolean consistent() {
    return failed().isEmpty();
  }

  /** The checks that failed. */
  public List<AuditCheck> failed() {
    return checks.stream().filter(AuditCheck::failed).toList();
  }
}
