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
 * Error messages and exit codes of a node's commands. Every component throws {@link
 * IllegalArgumentException} for an invalid option value.
 */
public final class CommandErrors {
  /** Exit code for an invalid command line or an unusable environment. */
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

  public static void refuseValueIf(boolean wrong, String option, Object value, String rule) {
    refuseIf(wrong, "%s %s is wrong: %s", option, value, rule);
  }

  public static void requireOneOf(String option, String value, List<String> choices) {
    String all = String.join(", ", choices);
    refuseIf(!choices.contains(value), "%s %s: choose one of %s", option, value, all);
  }

  public static void checkPort(String option, int port) {
    refuseValueIf(port < 0 || port > 65_535, option, port, "a port is a number from 0 to 65535");
  }
}
