package cloakroom.bench.run;

import cloakroom.bench.DatabaseChoice;
import cloakroom.bench.Installation;
import cloakroom.bench.study.Studies;
import cloakroom.bench.study.StudyCard;
import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a user may ask of {@code benchmarks.jar studies}. */
public final class StudiesOptions {
  private static final String ROUNDS = "5";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--study",
      split = ",",
      paramLabel = "ID",
      description = "Only these, for instance S1b,S4 (default: all).")
  private List<String> studies = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of each protocol, 1 to 100 (default: ${DEFAULT-VALUE}).",
      defaultValue = ROUNDS)
  private int rounds;

  @Option(names = "--full", description = "The long form: every size and pool.")
  private boolean full;

  @Option(
      names = "--pools",
      split = ",",
      paramLabel = "POOL",
      description =
          "Pools in place of hikari,ucp, in studies that compare pools: of hikari, ucp, agroal,"
              + " dbcp2, tomcat.")
  private List<String> pools = List.of();

  @Option(
      names = "--stress-runs",
      paramLabel = "DIR",
      description =
          "The folder of the stress test's runs, for S5 (default: stress-jmeter/target/runs).")
  private Path stressRuns = S5StressRun.defaultRuns();

  @Option(
      names = "--no-operation",
      description = "Leave the steady state out: no cost and no bytes of one operation.")
  private boolean protocolOnly;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "The folder that gets studies.json, studies.html, jmh-result.json and JMH's logs"
              + " (default: the folder of benchmarks.jar).")
  private Path out;

  @Mixin private DatabaseChoice database;

  /** The studies to run, in their order, with the pools that were chosen. */
  List<StudyCard> cards() {
    List<StudyCard> cards = named();
    try {
      return cards.stream().map(PoolChoice.of(pools)::on).toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--pools: " + e.getMessage(), e);
    }
  }

  private List<StudyCard> named() {
    try {
      return Studies.named(studies);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--study: " + e.getMessage(), e);
    }
  }

  /**
   * Looks at what no single option can tell, and makes the folder.
   *
   * @throws ParameterException in one line
   * @throws EnvironmentException in one line, if nothing can be written to the folder
   */
  void check() {
    cards();
    makeFolder();
    if (rounds < 1 || rounds > 100) {
      throw wrong("--rounds " + rounds + " is not between 1 and 100");
    }
    database.check(spec);
  }

  private void makeFolder() {
    try {
      if (Files.isWritable(Files.createDirectories(out()))) {
        return;
      }
    } catch (IOException e) {
      throw new EnvironmentException("--out " + out() + " cannot be made (" + e + ")", e);
    }
    throw new EnvironmentException("--out " + out() + " is a folder that cannot be written to");
  }

  private ParameterException wrong(String line) {
    return new ParameterException(spec.commandLine(), line);
  }

  int rounds() {
    return rounds;
  }

  boolean full() {
    return full;
  }

  boolean operations() {
    return !protocolOnly;
  }

  /** The folder of the stress test's runs. */
  Path stressRuns() {
    return stressRuns.toAbsolutePath().normalize();
  }

  /** The folder for everything that is written. */
  Path out() {
    return out == null ? Installation.find().target() : out.toAbsolutePath().normalize();
  }

  /** The database to run on. */
  public DatabaseChoice database() {
    return database;
  }
}
