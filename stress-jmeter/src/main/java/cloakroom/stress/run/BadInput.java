package cloakroom.stress.run;

import cloakroom.stress.process.StressFailure;

/** The user asked for something that cannot be: one line names value, rule and choices. */
final class BadInput extends StressFailure {
  private static final long serialVersionUID = 1L;

  BadInput(String line) {
    super(WRONG_USE, line);
  }
}
