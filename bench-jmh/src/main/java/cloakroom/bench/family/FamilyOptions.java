package cloakroom.bench.family;

import cloakroom.bench.DatabaseChoice;
import cloakroom.bench.Installation;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What a user may ask of {@code benchmarks.jar family}. */
public final class FamilyOptions {
  private static final String ROUNDS = "5";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      paramLabel = "FAMILY",
      description = "store, codec, pool or http; codec and pool need no database.")
  private String name;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Rounds in which every subject has its turn, 2 to 100 (default: ${DEFAULT-VALUE}).",
      defaultValue = ROUNDS)
  private int rounds;

  @Option(names = "--full", description = "Every cell, also those that no bar needs.")
  private boolean full;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder for family-NAME.json (default: the folder of benchmarks.jar).")
  private Path out;

  @Mixin private DatabaseChoice database;

  /**
   * The family to measure.
   *
   * @throws ParameterException in one line, if there is none of that name
   */
  Family family() {
    try {
      return Families.named(name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** How much of it. */
  FamilyPlan plan() {
    if (rounds < 2 || rounds > 100) {
      throw new ParameterException(
          spec.commandLine(), "--rounds " + rounds + " is not between 2 and 100");
    }
    return new FamilyPlan(rounds, full);
  }

  /** The folder for what is written. */
  Path out() {
    return out == null ? Installation.find().target() : out.toAbsolutePath().normalize();
  }

  /**
   * Looks at what was said of the database.
   *
   * @throws ParameterException in one line, if it does not fit together
   */
  void checkDatabase() {
    database.check(spec);
  }

  /** Whether there is to be a database at all. */
  public boolean needsDatabase() {
    return family().needsDatabase();
  }

  /** The database to run on. */
  public DatabaseChoice database() {
    return database;
  }
}
