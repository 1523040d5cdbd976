package cloakroom.bench.cli;

import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.ChildJvm;
import cloakroom.contract.Installed;
import cloakroom.database.EnvironmentException;
import cloakroom.usage.Completion;
import cloakroom.usage.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command line of {@code benchmarks.jar}. It is read twice: by the process that starts the
 * database, so that a mistake is told at once, and by the one below that does the work. What is
 * wrong with it, or with what it found, is told in one line and no more.
 */
abstract class MeasuringCommand implements Callable<Integer> {
  /** Exit code for wrong use, or for no database to work on. */
  static final int WRONG_USE = 2;

  @Spec private CommandSpec spec;

  @Mixin private DatabaseChoice database;

  @Option(names = "--rounds", paramLabel = "N")
  private Integer asked;

  @Option(names = "--full")
  boolean full;

  @Option(names = "--out", paramLabel = "DIR")
  private Path out = Installed.results(Installed.folder(MeasuringCommand.class));

  private final int usualRounds;
  private final int leastRounds;

  private Work work;

  MeasuringCommand(int usualRounds, int leastRounds) {
    this.usualRounds = usualRounds;
    this.leastRounds = leastRounds;
  }

  /** What is done once the command line has been read. */
  @FunctionalInterface
  interface Work {
    /** Does it and answers the exit code. */
    int run(MeasuringCommand command) throws Exception;
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      Path folder = Installed.folder(MeasuringCommand.class);
      return Installed.versions(MeasuringCommand.class, folder.resolve("benchmarks.jar"));
    }
  }

  /** All of {@code benchmarks.jar} but JMH. */
  @Command(
      name = "benchmarks",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = "Repeats published studies, and measures what Cloakroom itself costs.",
      footer = {
        "",
        "Any other first word is JMH's own command line, and so is what follows the word jmh:",
        "benchmarks -l lists the benchmarks, benchmarks jmh -h JMH's options."
      })
  private static final class Program {}

  /** The command line with these commands. */
  static CommandLine program(MeasuringCommand... commands) {
    CommandLine program = new CommandLine(new Program());
    for (MeasuringCommand command : commands) {
      CommandLine below = new CommandLine(command);
      program.addSubcommand(below.getCommandName(), below);
    }
    program.addSubcommand("completion", new Completion());
    return Usage.of(program, "cloakroom/bench/cli/usage.txt")
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler((e, args) -> tell(e.getCommandLine(), Usage.problem(e)))
        .setExecutionExceptionHandler(
            (e, command, parsed) ->
                tell(command, e instanceof EnvironmentException ? e.getMessage() : e.toString()));
  }

  /** Reads the arguments and does the work; answers the exit code. */
  final int execute(List<String> arguments, Work then) {
    work = then;
    CommandLine program = program(this);
    List<String> words = new ArrayList<>(List.of(spec.name()));
    words.addAll(arguments);
    return program.execute(words.toArray(String[]::new));
  }

  private static int tell(CommandLine command, String line) {
    Usage.tell(command, line);
    return WRONG_USE;
  }

  /** Reads the arguments and lets a process below do the work, on a database if it needs one. */
  final int executeBelow(List<String> arguments) {
    return execute(
        arguments,
        command ->
            needsDatabase()
                ? onDatabase(database, getClass(), arguments)
                : ChildJvm.run(getClass(), arguments, Map.of()));
  }

  static int onDatabase(DatabaseChoice choice, Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    try (BenchDatabase database = choice.open()) {
      return ChildJvm.run(main, arguments, database.environment());
    } catch (EnvironmentException e) {
      System.err.println("benchmarks: " + e.getMessage());
      return WRONG_USE;
    }
  }

  /** Does the work in the process below; the one above has set the environment of the database. */
  final void measureAndExit(String... arguments) {
    System.setProperty("jmh.ignoreLock", "true");
    ChildJvm.endWithParent();
    System.exit(execute(List.of(arguments), MeasuringCommand::measure));
  }

  @Override
  public final Integer call() throws Exception {
    check();
    if (rounds() < leastRounds || rounds() > 100) {
      throw wrong("--rounds " + rounds() + " is not between " + leastRounds + " and 100");
    }
    folder();
    database.check(spec);
    return work.run(this);
  }

  final ParameterException wrong(String line) {
    return new ParameterException(spec.commandLine(), line);
  }

  final int rounds() {
    return asked == null ? usualRounds : asked;
  }

  final boolean roundsAsked() {
    return asked != null;
  }

  /** The folder of the option --out, which is made. */
  final Path folder() {
    Path folder = out.toAbsolutePath().normalize();
    try {
      if (Files.isWritable(Files.createDirectories(folder))) {
        return folder;
      }
    } catch (IOException e) {
      throw new EnvironmentException("--out " + folder + " cannot be made (" + e + ")", e);
    }
    throw new EnvironmentException("--out " + folder + " is a folder that cannot be written to");
  }

  /** Looks at its own options; throws what is wrong. */
  abstract void check();

  boolean needsDatabase() {
    return true;
  }

  /** Measures and reports; answers the exit code. */
  abstract int measure() throws Exception;
}
