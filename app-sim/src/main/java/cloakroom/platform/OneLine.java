package cloakroom.platform;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.regex.Pattern;

/** Formatter that reduces messages to one line and hides secrets. */
public final class OneLine {
  private static final Pattern BREAKS = Pattern.compile("\\s*\\R\\s*");
  private static final Pattern SECRETS =
      Pattern.compile("(?i)((?:password|passwd|pwd|secret|token)\\s*[=:]\\s*)[^\\s&,;]+");

  private OneLine() {}

  /** Returns the text with each line break replaced by "; ". */
  public static String of(String text) {
    return BREAKS.matcher(text.strip()).replaceAll("; ");
  }

  public static String of(Throwable failure) {
    String message = failure.getMessage();
    String name = failure.getClass().getSimpleName();
    return message == null || message.isBlank() ? name : of(name + ": " + message);
  }

  /** Returns the first line of the root cause's message, or its class name if it has no message. */
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

  /** Returns the message of a file error without the name of the file. */
  public static String why(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    String why = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return why == null || why.isBlank() ? e.getClass().getSimpleName() : of(why);
  }

  /** Returns the text with *** in place of secret values, such as that of {@code password=…}. */
  public static String withoutSecrets(String text) {
    return SECRETS.matcher(text).replaceAll("$1***");
  }
}
