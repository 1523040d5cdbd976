package cloakroom.stress.load;

import com.google.errorprone.annotations.FormatMethod;

/** What stops an engine before or during its trial, told in one line for a user. */
final class EngineException extends Exception {
  /** Takes one line that names the value, the rule and the choices. */
  EngineException(String message) {
    super(message);
  }

  /** The same with what the form has places for. */
  @FormatMethod
  EngineException(String form, Object... values) {
    super(form.formatted(values));
  }
}
