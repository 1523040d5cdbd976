package cloakroom.bench.cli;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyRounds;
import cloakroom.bench.family.codec.CodecFamily;
import cloakroom.bench.family.store.StoreFamily;
import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.Environment;
import cloakroom.bench.report.ResultFiles;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command line of {@code benchmarks family}. */
@Command(
    name = "family",
    mixinStandardHelpOptions = true,
    versionProvider = MeasuringCommand.Version.class,
    description = "Measures a part of Cloakroom against its bound, with its bars.")
final class FamilyCommand extends MeasuringCommand {
  private static final List<Family> FAMILIES = List.of(new StoreFamily(), new CodecFamily());

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
    return FAMILIES.stream()
        .filter(family -> family.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no family '%s'; choose from %s"
                        .formatted(
                            name,
                            String.join(", ", FAMILIES.stream().map(Family::name).toList()))));
  }

  @Override
  boolean needsDatabase() {
    return family().needsDatabase();
  }

  @Override
  int measure() {
    Family family = family();
    Environment environment =
        family.needsDatabase()
            ? Environment.of(BenchDatabase.named())
            : Environment.withoutDatabase();
    Path folder = folder();
    String file = "family-" + family.name();
    FamilyResult result = new FamilyResult(family.name());
    FamilyRounds measured;
    try {
      measured =
          FamilyRounds.run(
              family.cells(full),
              rounds(),
              folder.resolve(file + ".log"),
              line -> System.err.println(family.name() + ": " + line),
              options -> options);
      family.read(measured, result);
    } catch (Exception e) {
      System.err.println("benchmarks: family " + family.name() + " failed: " + e.getMessage());
      return 1;
    }
    System.out.print(ResultFiles.write(folder, file, result, environment, measured.jmhResults()));
    System.out.println("written: " + folder.resolve(file + ".json"));
    return 0;
  }
}
