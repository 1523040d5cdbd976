package cloakroom.app;

/**
 * Nobody knows whether a commit of this session was made: its answer was lost with the connection.
 * It is thrown for that commit, with the failure as its cause, and without one for every later
 * commit that finds the row changed. The session keeps its pending change until it rolls back.
 */
public final class CommitInDoubtException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** States what is not known, and what to do. */
  CommitInDoubtException(String message, Throwable cause) {
    super(message, cause);
  }
}
