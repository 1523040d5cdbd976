package cloakroom.stress.process;

/** The user, or a part that broke, ended the run before it was done. */
public final class CutShort extends StressFailure {
  private static final long serialVersionUID = 1L;

  /** Cut short, for the reason given. */
  public CutShort(String line) {
    super(INVALID, line);
  }
}
