package cloakroom.bench.run;

import cloakroom.bench.Installation;
import cloakroom.bench.OneLineErrors;
import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

/**
 * The command line of {@code benchmarks.jar studies}. It is read twice: by the process that starts
 * the database, so that a mistake is told at once, and by the one below that does the work.
 */
@Command(
    name = "benchmarks.jar studies",
    mixinStandardHelpOptions = true,
    versionProvider = StudiesCommand.Version.class,
    description = "Repeats the published studies on this machine and reads them side by side.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every study ran",
      "1:a benchmark threw, or the run was cut short; what is complete is reported",
      "2:wrong use, or no database to work on"
    },
    footer = {
      "",
      "Anything but \"studies\" as first word is JMH's own command line:",
      "benchmarks.jar -l lists the benchmarks, benchmarks.jar -h JMH's options."
    })
public final class StudiesCommand implements Callable<Integer> {
  static final int DONE = 0;
  static final int FAILED = 1;

  /** What is done with the options. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does it.
     *
     * @return an exit code
     * @throws EnvironmentException if something outside the program is not as it must be
     */
    int run(StudiesOptions options) throws IOException, InterruptedException;
  }

  private final Work work;

  @Mixin private StudiesOptions options;

  private StudiesCommand(Work work) {
    this.work = work;
  }

  /**
   * Reads the arguments and does the work; what is wrong is told in one line.
   *
   * @return the exit code
   */
  public static int execute(String[] args, Work work) {
    return OneLineErrors.in(new CommandLine(new StudiesCommand(work))).execute(args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    options.check();
    return work.run(options);
  }

  /** The version in the jar's manifest. */
  public static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"Cloakroom " + Installation.find().version()};
    }
  }
}
