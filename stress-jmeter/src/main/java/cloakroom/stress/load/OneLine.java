package cloakroom.stress.load;

/** Turns an exception into one line for a user. */
final class OneLine {
  private OneLine() {}

  /** The first line of the innermost message, or the exception's name where there is none. */
  static String of(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    if (message == null || message.isBlank()) {
      return cause.getClass().getSimpleName();
    }
    return message.strip().lines().findFirst().orElseThrow().strip();
  }
}
