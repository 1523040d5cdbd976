package cloakroom.tier;

import cloakroom.command.Usage;
import cloakroom.database.EnvironmentException;
import com.google.errorprone.annotations.FormatMethod;
import java.util.List;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * What a user sees of a failure: one line on stderr that names the choices, and an exit code. What
 * is wrong with an option's value is an {@link IllegalArgumentException} wherever it is found out.
 */
public final class CommandErrors {
  private static final int LAST_PORT = 65_535;

  /** Wrong use, or an environment that is not as it must be. */
  static final int EXIT_CODE = 2;

  private CommandErrors() {}

  public static int wrongUse(ParameterException failure, String[] args) {
    Usage.printError(failure.getCommandLine(), Usage.problem(failure));
    return EXIT_CODE;
  }

  @SuppressWarnings("unused") // the signature is picocli's
  public static int failed(Exception failure, CommandLine command, ParseResult parsed) {
    LoggerFactory.getLogger(CommandErrors.class).debug("the command failed", failure);
    Usage.printError(
        command,
        failure instanceof EnvironmentException || failure instanceof IllegalArgumentException
            ? failure.getMessage()
            : "unexpected failure: " + failure);
    return EXIT_CODE;
  }

  @FormatMethod
  public static void refuseIf(boolean wrong, String form, Object... values) {
    if (wrong) {
      throw new IllegalArgumentException(form.formatted(values));
    }
  }

  /** The same of a value that is not in the range that its type does not express. */
  public static void refuseValueIf(boolean wrong, String option, Object value, String rule) {
    refuseIf(wrong, "%s %s is wrong: %s", option, value, rule);
  }

  public static void requireOneOf(String option, String value, List<String> choices) {
    String all = String.join(", ", choices);
    refuseIf(!choices.contains(value), "%s %s: choose one of %s", option, value, all);
  }

  public static void checkPort(String option, int port) {
    String rule = "a port is a number from 0 to " + LAST_PORT;
    refuseValueIf(port < 0 || port > LAST_PORT, option, port, rule);
  }
}
