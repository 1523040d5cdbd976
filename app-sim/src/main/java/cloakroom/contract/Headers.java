package cloakroom.contract;

/** The tier's own headers: what a client says of its request, and what an answer says of itself. */
public final class Headers {
  /** Of a request: {@link Phase#WARM_UP}, if it is in no figure. */
  public static final String PHASE = "Cloakroom-Phase";

  /** Of an answer: the kind of failure. */
  public static final String ERROR = "Cloakroom-Error";

  /** Of an answer: the key of the {@link ErrorClass} behind the failure. */
  public static final String ERROR_CLASS = "Cloakroom-Error-Class";

  /** Of an answer: what became of a commit, where status and page do not say it. */
  public static final String COMMIT = "Cloakroom-Commit";

  /** A commit that had nothing to commit. */
  public static final String COMMIT_NOTHING = "nothing";

  /** A commit that was made, though the request failed after it. */
  public static final String COMMIT_MADE = "made";

  private Headers() {}
}
