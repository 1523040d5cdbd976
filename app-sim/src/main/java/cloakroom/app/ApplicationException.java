package cloakroom.app;

/** Failed request of the application; the session keeps its state, with uncommitted changes. */
public final class ApplicationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Cause of the failure. */
  public enum Reason {
    /** another user has locked or changed a row that this session commits */
    CONFLICT,
    /**
     * a commit of this session has an unknown result: the response was lost with the connection.
     * Thrown for that commit, with its cause, and for each later one that finds the row changed,
     * without a cause, until the session rolls back
     */
    COMMIT_IN_DOUBT,
    /** the commit succeeded, but its check-in failed */
    COMMITTED,
    /** not supported under the policy, or the node is stopping */
    REFUSED,
    /** the database has no rows for this user number */
    NO_SUCH_ROW
  }

  private final Reason reason;

  /** Creates an exception whose message has ADF's code if there is one. */
  ApplicationException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  static ApplicationException noSuchRow(long user, String where) {
    return new ApplicationException(
        Reason.NO_SUCH_ROW,
        "user %d has no row %s: users are numbered from 1 to the number of departments"
            .formatted(user, where),
        null);
  }

  public Reason reason() {
    return reason;
  }
}
