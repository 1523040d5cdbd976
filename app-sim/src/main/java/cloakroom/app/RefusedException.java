package cloakroom.app;

/** A request that this application cannot serve under its policy. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** States why, and what to do instead. */
  RefusedException(String message) {
    super(message);
  }
}
