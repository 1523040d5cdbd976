package cloakroom.bench.cli;

import cloakroom.bench.lab.Installation;
import cloakroom.database.EnvironmentException;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells what is wrong with a command line, or with what it found, in one line and no more. */
final class OneLineErrors {
  /** Exit code for wrong use, or for no database to work on. */
  static final int WRONG_USE = 2;

  private OneLineErrors() {}

  /** The same command line, which tells its errors so. */
  static CommandLine in(CommandLine command) {
    return command
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(OneLineErrors::refuse)
        .setExecutionExceptionHandler(OneLineErrors::fail);
  }

  private static int refuse(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String line =
        e instanceof UnmatchedArgumentException unmatched
            ? "unknown argument '"
                + unmatched.getUnmatched().get(0)
                + "'; choose from "
                + String.join(", ", choices(command))
            : e.getMessage();
    return tell(command, line);
  }

  private static Iterable<String> choices(CommandLine command) {
    return command.getCommandSpec().options().stream().map(o -> o.longestName()).toList();
  }

  private static int fail(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    return tell(command, e instanceof EnvironmentException ? e.getMessage() : e.toString());
  }

  private static int tell(CommandLine command, String line) {
    command.getErr().println("benchmarks.jar: " + line.strip().replaceAll("\\s*\\R\\s*", " "));
    command.getErr().flush();
    return WRONG_USE;
  }

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"Cloakroom " + Installation.find().version()};
    }
  }
}
