package cloakroom.bench.cli;

import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.ChildJvm;
import cloakroom.contract.Installed;
import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command line of {@code benchmarks.jar}. It is read twice: by the process that starts the
 * database, so that a mistake is told at once, and by its child, which does the work. What is wrong
 * with it, or with what it found, is told in one line and no more.
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

  MeasuringCommand(int usualRounds, int leastRounds) {
    this.usualRounds = usualRounds;
    this.leastRounds = leastRounds;
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      Path folder = Installed.folder(MeasuringCommand.class);
      return Installed.versions(MeasuringCommand.class, folder.resolve("benchmarks.jar"));
    }
  }

  /** Lets a child do what the arguments say, on this database. */
  static int onDatabase(DatabaseChoice choice, Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    try (BenchDatabase database = choice.open()) {
      return ChildJvm.run(main, arguments, database.environment());
    } catch (EnvironmentException | IllegalArgumentException e) {
      System.err.println("benchmarks: " + e.getMessage());
      return WRONG_USE;
    }
  }

  /** Looks at the whole command line; throws what is wrong. */
  final void checkAll() {
    check();
    if (rounds() < leastRounds || rounds() > 100) {
      throw new IllegalArgumentException(
          "--rounds " + rounds() + " is not between " + leastRounds + " and 100");
    }
    folder();
    database.check();
  }

  @Override
  public final Integer call() throws Exception {
    checkAll();
    if (ChildJvm.isThis()) {
      System.setProperty("jmh.ignoreLock", "true");
      return measure();
    }
    Class<?> main = spec.root().userObject().getClass();
    List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
    return needsDatabase()
        ? onDatabase(database, main, arguments)
        : ChildJvm.run(main, arguments, Map.of());
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
