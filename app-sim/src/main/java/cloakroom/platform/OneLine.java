package cloakroom.platform;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.regex.Pattern;

/** Messages for users: one line, and no secret in it. */
public final class OneLine {
  private static final Pattern BREAKS = Pattern.compile("\\s*\\R\\s*");
  private static final Pattern SECRETS =
      Pattern.compile("(?i)((?:password|passwd|pwd|secret|token)\\s*[=:]\\s*)[^\\s&,;]+");

  private OneLine() {}

  /** The text on one line; line breaks become "; ". */
  public static String of(String text) {
    return BREAKS.matcher(text.strip()).replaceAll("; ");
  }

  /** What went wrong, in one line, for a failure that nobody foresaw. */
  public static String of(Throwable failure) {
    String message = failure.getMessage();
    String name = failure.getClass().getSimpleName();
    return message == null || message.isBlank() ? name : of(name + ": " + message);
  }

  /** The first line of the innermost message, or the exception's name where there is none. */
  public static String ofCause(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null || message.isBlank()
        ? cause.getClass().getSimpleName()
        : message.strip().lines().findFirst().orElseThrow().strip();
  }

  /** Why a file could not be read or written, without the file's name. */
  public static String why(IOException failure) {
    String why =
        failure instanceof FileSystemException file ? file.getReason() : failure.getMessage();
    return why == null || why.isBlank() ? failure.getClass().getSimpleName() : of(why);
  }

  /** The text with the values of {@code password=…} and the like blanked out. */
  public static String withoutSecrets(String text) {
    return SECRETS.matcher(text).replaceAll("$1***");
  }
}
