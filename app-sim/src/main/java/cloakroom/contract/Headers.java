package cloakroom.contract;

/** Names of Cloakroom's HTTP headers in requests to a simulated server and in its responses. */
public final class Headers {
  /** Request header that marks a request as {@link Phase#WARM_UP}, so that it is not measured. */
  public static final String PHASE = "Cloakroom-Phase";

  public static final String ERROR = "Cloakroom-Error";

  /** Response header with the key of the {@link ErrorClass} of a failed request. */
  public static final String ERROR_CLASS = "Cloakroom-Error-Class";

  /** Response header with the result of a commit that the HTTP status does not show. */
  public static final String COMMIT = "Cloakroom-Commit";

  public static final String COMMIT_NOTHING = "nothing"; // a commit without changes
  public static final String COMMIT_MADE = "made"; // although the request failed later

  private Headers() {}
}
