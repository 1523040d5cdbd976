package cloakroom.stress.process;

import cloakroom.platform.OneLine;
import com.google.errorprone.annotations.FormatMethod;
import java.io.IOException;
import java.nio.file.Path;

/** Failure that a user can correct. Only the message is printed, without a stack trace. */
public final class StressFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Exit code for invalid options or an environment in which the run cannot start. */
  public static final int WRONG_USE = 2;

  /**
   * Exit code for a run without valid results: counters disagree, the load generator was
   * overloaded, or the run ended early.
   */
  public static final int INVALID = 3;

  private final int exitCode;

  private StressFailure(int exitCode, String line) {
    super(OneLine.of(line));
    this.exitCode = exitCode;
  }

  public static StressFailure wrongUse(String line) {
    return new StressFailure(WRONG_USE, line);
  }

  @FormatMethod
  public static StressFailure wrongUse(String form, Object... values) {
    return wrongUse(form.formatted(values));
  }

  public static StressFailure invalid(String line) {
    return new StressFailure(INVALID, line);
  }

  @FormatMethod
  public static void refuseIf(boolean wrong, String form, Object... values) {
    if (wrong) {
      throw wrongUse(form.formatted(values));
    }
  }

  public static StressFailure cannotWrite(Path file, IOException why) {
    return wrongUse("cannot write " + file + ": " + OneLine.why(why));
  }

  public StressFailure in(String activity) {
    return new StressFailure(exitCode, activity + ": " + getMessage());
  }

  public int exitCode() {
    return exitCode;
  }
}
