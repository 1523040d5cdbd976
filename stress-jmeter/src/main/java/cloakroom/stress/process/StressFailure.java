package cloakroom.stress.process;

import cloakroom.platform.OneLine;
import com.google.errorprone.annotations.FormatMethod;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Something went wrong in a way that a user can act on. The message is one line that stands alone,
 * and is all that is shown: no stack trace.
 */
public final class StressFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Wrong use, or an environment in which the run cannot start. */
  public static final int WRONG_USE = 2;

  /** The result is invalid: inconsistent, generator-bound or cut short. */
  public static final int INVALID = 3;

  private final int exitCode;

  private StressFailure(int exitCode, String line) {
    super(OneLine.of(line));
    this.exitCode = exitCode;
  }

  /** Wrong use, or an environment in which it cannot be: the line names value, rule and choices. */
  public static StressFailure wrongUse(String line) {
    return new StressFailure(WRONG_USE, line);
  }

  /** The same with what the form has places for. */
  @FormatMethod
  public static StressFailure wrongUse(String form, Object... values) {
    return wrongUse(form.formatted(values));
  }

  /** A result that is none: something broke, or somebody ended the run before it was done. */
  public static StressFailure invalid(String line) {
    return new StressFailure(INVALID, line);
  }

  /** Refuses as {@link #wrongUse} if something is wrong. */
  @FormatMethod
  public static void refuseIf(boolean wrong, String form, Object... values) {
    if (wrong) {
      throw wrongUse(form.formatted(values));
    }
  }

  /** A file of the run that cannot be written, a full disk say. */
  public static StressFailure cannotWrite(Path file, IOException why) {
    return wrongUse("cannot write " + file + ": " + OneLine.why(why));
  }

  /** The same with what was being done when it happened. */
  public StressFailure in(String deed) {
    return new StressFailure(exitCode, deed + ": " + getMessage());
  }

  /** The exit code that the process ends with when nobody handles this failure. */
  public int exitCode() {
    return exitCode;
  }
}
