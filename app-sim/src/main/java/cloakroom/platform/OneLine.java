package cloakroom.platform;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.regex.Pattern;

/** Messages for users: one line, without secrets. */
public final class OneLine {
  private static final Pattern BREAKS = Pattern.compile("\\s*\\R\\s*");
  private static final Pattern SECRETS =
      Pattern.compile("(?i)((?:password|passwd|pwd|secret|token)\\s*[=:]\\s*)[^\\s&,;]+");

  private OneLine() {}

  /** Returns the text with "; " for line breaks. */
  public static String of(String text) {
    return BREAKS.matcher(text.strip()).replaceAll("; ");
  }

  /** Returns name and message of an unexpected failure. */
  public static String of(Throwable failure) {
    String message = failure.getMessage();
    String name = failure.getClass().getSimpleName();
    return message == null || message.isBlank() ? name : of(name + ": " + message);
  }

  /** Returns the first line of the innermost message, or that exception's name. */
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

  /** Returns why a file could not be read or written, without the file's name. */
  public static String why(IOException failure) {
    String why =
        failure instanceof FileSystemException file ? file.getReason() : failure.getMessage();
    return why == null || why.isBlank() ? failure.getClass().getSimpleName() : of(why);
  }

  /** Returns the text with *** for the values of {@code password=…} and the like. */
  public static String withoutSecrets(String text) {
    return SECRETS.matcher(text).replaceAll("$1***");
  }
}
