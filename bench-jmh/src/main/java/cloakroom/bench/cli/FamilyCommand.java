package cloakroom.bench.cli;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.codec.CodecFamily;
import cloakroom.bench.family.http.HttpFamily;
import cloakroom.bench.family.pool.PoolFamily;
import cloakroom.bench.family.store.StoreFamily;
import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.ChildJvm;
import cloakroom.bench.lab.Environment;
import cloakroom.bench.lab.Installation;
import cloakroom.bench.report.ResultFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command line of {@code benchmarks.jar family}, read twice as that of {@link StudiesCommand}
 * is: by the process that starts the database and by the one below that measures.
 */
@Command(
    name = "benchmarks.jar family",
    mixinStandardHelpOptions = true,
    versionProvider = OneLineErrors.Version.class,
    description = "Measures a part of Cloakroom against its bound and its peers, with its bars.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:it was measured, whether the bars were met or missed",
      "1:a subject failed; nothing is reported",
      "2:wrong use, or no database to work on"
    })
final class FamilyCommand implements Callable<Integer> {
  private static final List<Family> FAMILIES =
      List.of(new StoreFamily(), new CodecFamily(), new PoolFamily(), new HttpFamily());

  /** What is done once the command line has been read. */
  @FunctionalInterface
  interface Work {
    /**
     * Does it.
     *
     * @return an exit code
     */
    int run(FamilyCommand command) throws Exception;
  }

  private final Work work;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FAMILY",
      description = "store, codec, pool or http; codec and pool need no database.")
  private String name;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Rounds in which every subject has its turn, 2 to 100 (default: ${DEFAULT-VALUE}).",
      defaultValue = "5")
  private int rounds;

  @Option(names = "--full", description = "Every cell, also those that no bar needs.")
  private boolean full;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder for family-NAME.json (default: the folder of benchmarks.jar).")
  private Path out = Installation.find().target();

  @Mixin private DatabaseChoice database;

  private FamilyCommand(Work work) {
    this.work = work;
  }

  /**
   * Reads the arguments and does the work; what is wrong is told in one line.
   *
   * @return the exit code
   */
  static int execute(String[] args, Work work) {
    return OneLineErrors.in(new CommandLine(new FamilyCommand(work))).execute(args);
  }

  /** The process that measures; the one above has set the environment of the database. */
  public static void main(String[] args) {
    System.setProperty("jmh.ignoreLock", "true");
    ChildJvm.endWithParent();
    System.exit(execute(args, FamilyCommand::measure));
  }

  @Override
  public Integer call() throws Exception {
    family();
    if (rounds < 2 || rounds > 100) {
      throw wrong("--rounds " + rounds + " is not between 2 and 100");
    }
    database.check(spec);
    return work.run(this);
  }

  private Family family() {
    return FAMILIES.stream()
        .filter(family -> family.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    "there is no family '"
                        + name
                        + "'; choose from "
                        + String.join(", ", FAMILIES.stream().map(Family::name).toList())));
  }

  private ParameterException wrong(String line) {
    return new ParameterException(spec.commandLine(), line);
  }

  /** Whether there is to be a database at all. */
  boolean needsDatabase() {
    return family().needsDatabase();
  }

  /** The database to run on. */
  DatabaseChoice database() {
    return database;
  }

  private int measure() throws Exception {
    Family family = family();
    Environment environment =
        family.needsDatabase()
            ? Environment.of(BenchDatabase.named())
            : Environment.withoutDatabase();
    FamilyResult result;
    try {
      result = family.run(new Family.Plan(rounds, full), line -> System.err.println(line));
    } catch (Exception e) {
      System.err.println("benchmarks.jar: family " + family.name() + " failed: " + e);
      return 1;
    }
    Path folder = Files.createDirectories(out.toAbsolutePath().normalize());
    Path file = folder.resolve("family-" + family.name() + ".json");
    System.out.print(ResultFiles.write(file, result, environment));
    System.out.println("written: " + file);
    return 0;
  }
}
