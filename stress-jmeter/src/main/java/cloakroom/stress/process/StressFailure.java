package cloakroom.stress.process;

import cloakroom.contract.OneLine;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Something went wrong in a way that a user can act on. The message is one line that stands alone,
 * and is all that is shown: no stack trace.
 */
public class StressFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Done, with failed samples or a threshold crossed. */
  public static final int FAILURES = 1;

  /** Wrong use, or an environment in which the run cannot start. */
  public static final int WRONG_USE = 2;

  /** The result is invalid: inconsistent, generator-bound or cut short. */
  public static final int INVALID = 3;

  private final int exitCode;

  /** A failure with one of the exit codes above. */
  public StressFailure(int exitCode, String line) {
    super(OneLine.of(line));
    this.exitCode = exitCode;
  }

  /** A file of the run that cannot be written, a full disk say. */
  public static StressFailure cannotWrite(Path file, IOException why) {
    return new StressFailure(WRONG_USE, "cannot write " + file + ": " + OneLine.why(why));
  }

  /** The exit code that the process ends with when nobody handles this failure. */
  public final int exitCode() {
    return exitCode;
  }
}
