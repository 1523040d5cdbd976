package cloakroom.bench.cli;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyRun;
import cloakroom.bench.family.codec.CodecFamily;
import cloakroom.bench.family.store.StoreFamily;
import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.Environment;
import cloakroom.bench.report.ResultFiles;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command line of {@code benchmarks family}. */
@Command(
    name = "family",
    mixinStandardHelpOptions = true,
    versionProvider = MeasuringCommand.Version.class,
    description = "Measures a part of Cloakroom against its bound, with its bars.")
final class FamilyCommand extends MeasuringCommand {
  @Parameters(paramLabel = "FAMILY", description = "store, or codec, which needs no database.")
  private String name;

  FamilyCommand() {
    super(5, 2);
  }

  @Override
  void check() {
    family();
  }

  private Family family() {
    return switch (name) {
      case "store" -> StoreFamily.of(full);
      case "codec" -> CodecFamily.of();
      default ->
          throw new IllegalArgumentException(
              "there is no family '" + name + "'; choose from store, codec");
    };
  }

  @Override
  boolean needsDatabase() {
    return family().needsDatabase();
  }

  @Override
  int measure() {
    Environment environment =
        needsDatabase() ? Environment.of(BenchDatabase.named()) : Environment.withoutDatabase();
    String file = "family-" + name;
    FamilyRun run;
    try {
      Path log = folder().resolve(file + ".log");
      run = FamilyRun.of(family(), rounds(), log, options -> options);
    } catch (RuntimeException e) {
      System.err.println("benchmarks: family " + name + " failed: " + e.getMessage());
      return 1;
    }
    System.out.print(ResultFiles.write(folder(), run.result(), environment, run.jmhResults()));
    System.out.println("written: " + folder().resolve(file + ".json"));
    return 0;
  }
}
