package cloakroom.contract;

/** Cloakroom's HTTP headers of requests to the tier and of its responses. */
public final class Headers {
  /** Request header: {@link Phase#WARM_UP}, if it is not measured. */
  public static final String PHASE = "Cloakroom-Phase";

  public static final String ERROR = "Cloakroom-Error";

  /** Response header: the key of the failure's {@link ErrorClass}. */
  public static final String ERROR_CLASS = "Cloakroom-Error-Class";

  /** Response header: the result of a commit, if the status does not show it. */
  public static final String COMMIT = "Cloakroom-Commit";

  /** Value for a commit without changes. */
  public static final String COMMIT_NOTHING = "nothing";

  /** Value for a successful commit in a request that failed later. */
  public static final String COMMIT_MADE = "made";

  private Headers() {}
}
