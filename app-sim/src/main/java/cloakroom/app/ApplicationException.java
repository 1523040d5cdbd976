package cloakroom.app;

/** A request that the application did not serve; the session keeps what it has, pending or not. */
public final class ApplicationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Why. */
  public enum Reason {
    /** a commit met another user's work: the row is locked, or no longer what this session read */
    CONFLICT,
    /**
     * nobody knows whether a commit of this session was made: its answer was lost with the
     * connection. Thrown for that commit, with the failure as its cause, and without one for every
     * later commit that finds the row changed, until the session rolls back.
     */
    COMMIT_IN_DOUBT,
    /** this application cannot serve it under its policy */
    REFUSED,
    /** the database has no rows for that number of a user */
    NO_SUCH_ROW
  }

  private final Reason reason;

  /** States what is wrong, with ADF's code if there is one, and what to do. */
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
