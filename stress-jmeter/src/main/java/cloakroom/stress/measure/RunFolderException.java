package cloakroom.stress.measure;

/** A run folder that cannot be read; the message is one line that names the file and the fault. */
public final class RunFolderException extends RuntimeException {

  /** Takes one line for the user, without a stack trace's worth of detail. */
  public RunFolderException(String line) {
    super(line);
  }

  /** As above, keeping the cause for a debugger. */
  public RunFolderException(String line, Throwable cause) {
    super(line, cause);
  }
}
