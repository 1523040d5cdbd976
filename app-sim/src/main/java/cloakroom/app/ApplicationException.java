package cloakroom.app;

/** Exception for a failed request. The session keeps its state, including uncommitted changes. */
public final class ApplicationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public enum Reason {
    /** Another user has locked or changed a row that this session commits. */
    CONFLICT,
    /**
     * The connection failed during a commit, so the commit's result is unknown. A repeated commit
     * also fails with this reason if the row has changed, perhaps by the first commit. A rollback
     * by the user clears the unknown result.
     */
    COMMIT_IN_DOUBT,
    /** The commit succeeded, but the return of the application module to its pool failed. */
    COMMITTED,
    /** The release policy does not support the request, or the node is stopping. */
    REFUSED,
    NO_SUCH_ROW
  }

  private final Reason reason;

  ApplicationException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  static ApplicationException noSuchRow(long user, String where) {
    return new ApplicationException(
        Reason.NO_SUCH_ROW,
        "user %d has no row %s: users are numbered from 1; use fewer users, or a larger --scale"
            .formatted(user, where),
        null);
  }

  public Reason reason() {
    return reason;
  }
}
