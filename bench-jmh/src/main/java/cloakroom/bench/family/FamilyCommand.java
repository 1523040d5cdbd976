package cloakroom.bench.family;

import cloakroom.bench.OneLineErrors;
import cloakroom.bench.run.StudiesCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The command line of {@code benchmarks.jar family}, read twice as that of {@link StudiesCommand}
 * is: by the process that starts the database and by the one below that measures.
 */
@Command(
    name = "benchmarks.jar family",
    mixinStandardHelpOptions = true,
    versionProvider = StudiesCommand.Version.class,
    description = "Measures a part of Cloakroom against its bound and its peers, with its bars.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:it was measured, whether the bars were met or missed",
      "1:a subject failed; nothing is reported",
      "2:wrong use, or no database to work on"
    })
public final class FamilyCommand implements Callable<Integer> {
  private final Work work;

  @Mixin private FamilyOptions options;

  /** What is done with the options. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does it.
     *
     * @return an exit code
     */
    int run(FamilyOptions options) throws Exception;
  }

  private FamilyCommand(Work work) {
    this.work = work;
  }

  /**
   * Reads the arguments and does the work; what is wrong is told in one line.
   *
   * @return the exit code
   */
  public static int execute(String[] args, Work work) {
    return OneLineErrors.in(new CommandLine(new FamilyCommand(work))).execute(args);
  }

  @Override
  public Integer call() throws Exception {
    options.family();
    options.plan();
    options.checkDatabase();
    return work.run(options);
  }
}
