package cloakroom.stress.measure;

import com.google.errorprone.annotations.FormatMethod;

/** A run folder that cannot be read; the message is one line that names the file and the fault. */
public final class RunFolderException extends RuntimeException {

  /** Takes one line for the user, without a stack trace's worth of detail. */
  public RunFolderException(String line) {
    super(line);
  }

  /** The same with what the form has places for. */
  @FormatMethod
  public RunFolderException(String form, Object... values) {
    super(form.formatted(values));
  }

  /** As above, keeping the cause for a debugger. */
  public RunFolderException(String line, Throwable cause) {
    super(line, cause);
  }
}
