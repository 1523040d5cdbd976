package cloakroom.bench.family;

import cloakroom.bench.BenchDatabase;
import cloakroom.bench.Forks;
import cloakroom.bench.run.EnvironmentReader;
import java.nio.file.Files;
import java.nio.file.Path;

/** The process that measures a family and writes what it found. */
public final class FamilyMain {
  private FamilyMain() {}

  /**
   * Called by {@code benchmarks.jar family}, which has set the environment of the database, if
   * there is one.
   */
  public static void main(String[] args) {
    System.setProperty("jmh.ignoreLock", "true");
    Forks.endWithParent();
    System.exit(FamilyCommand.execute(args, FamilyMain::run));
  }

  private static int run(FamilyOptions options) throws Exception {
    Family family = options.family();
    var environment =
        family.needsDatabase()
            ? EnvironmentReader.read(BenchDatabase.named())
            : EnvironmentReader.withoutDatabase();
    FamilyResult result;
    try {
      result = family.run(options.plan(), line -> System.err.println(line));
    } catch (Exception e) {
      System.err.println("benchmarks.jar: family " + family.name() + " failed: " + e);
      return 1;
    }
    Path file = Files.createDirectories(options.out()).resolve("family-" + family.name() + ".json");
    Files.writeString(file, FamilyJson.print(result, environment));
    System.out.print(FamilyTable.of(result));
    System.out.println("written: " + file);
    return 0;
  }
}
