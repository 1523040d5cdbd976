package cloakroom.stress.process;

/** A child process ended, or kept silent, before it reported what was waited for. */
public final class ChildFailure extends StressFailure {
  private static final long serialVersionUID = 1L;

  ChildFailure(String line) {
    super(WRONG_USE, line);
  }
}
