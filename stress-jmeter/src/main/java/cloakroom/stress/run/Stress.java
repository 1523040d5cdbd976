package cloakroom.stress.run;

import cloakroom.contract.OneLine;
import cloakroom.stress.process.StressFailure;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line of {@code stress.jar}.
 *
 * <p>Exit codes: 0 done, 1 done with failures, 2 wrong use or environment, 3 result invalid. What
 * goes wrong is told in one line on the error stream.
 */
@Command(
    name = "stress",
    mixinStandardHelpOptions = true,
    versionProvider = Stress.Version.class,
    description = "Compares policies for keeping session state under load.",
    subcommands = {RunCommand.class, ReportCommand.class, CompareCommand.class})
public final class Stress implements Runnable {
  @Spec private CommandSpec spec;

  private Stress() {}

  /**
   * Runs a command, with numbers written in one way whatever the machine's locale is, and ends the
   * JVM with its exit code.
   */
  public static void main(String[] args) {
    Locale.setDefault(Locale.US);
    // JMeter's reader logs; a run that is interrupted begins to log when the JVM ends already
    System.setProperty("log4j.shutdownHookEnabled", "false");
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Stress())
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(Stress::refuse)
        .setExecutionExceptionHandler(Stress::fail);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no command; choose from " + String.join(", ", commands(spec)));
  }

  private static List<String> commands(CommandSpec spec) {
    return List.copyOf(spec.subcommands().keySet());
  }

  private static int refuse(ParameterException e, String[] args) {
    PrintWriter err = e.getCommandLine().getErr();
    err.println(OneLine.of(words(e)));
    err.flush();
    return StressFailure.WRONG_USE;
  }

  private static String words(ParameterException e) {
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unknown(unmatched.getUnmatched().get(0), spec);
    }
    return e.getMessage();
  }

  private static String unknown(String argument, CommandSpec spec) {
    boolean option = argument.startsWith("-");
    List<String> choices =
        option || commands(spec).isEmpty()
            ? spec.options().stream().map(o -> o.longestName()).toList()
            : commands(spec);
    String kind = option ? "option" : commands(spec).isEmpty() ? "argument" : "command";
    return "unknown " + kind + " '" + argument + "'; choose from " + String.join(", ", choices);
  }

  private static int fail(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    boolean known = e instanceof StressFailure;
    command.getErr().println(known ? e.getMessage() : OneLine.of(e));
    command.getErr().flush();
    return known ? ((StressFailure) e).exitCode() : StressFailure.WRONG_USE;
  }

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"Cloakroom " + StressJar.find().version()};
    }
  }
}
