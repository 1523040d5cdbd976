package cloakroom.bench.cli;

import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.ChildJvm;
import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * {@code benchmarks.jar}: with {@code studies} as first word it repeats the published studies and
 * reads them; with {@code family} it measures Cloakroom's own parts against their bounds; with
 * anything else it is JMH's own command line.
 *
 * <p>Where one is needed the database is started or found first, and the work is done in a child
 * process that gets the database's address and password through its environment, as do JMH's forks
 * below it: a password never stands in an argument list.
 */
public final class Benchmarks {
  private static final String STUDIES = "studies";
  private static final String FAMILY = "family";
  private static final Set<String> NEEDS_NO_DATABASE =
      Set.of("-h", "-l", "-lp", "-lprof", "-lrf", "--help", "--version", "--list");

  private Benchmarks() {}

  /** Ends the process with the child's exit code; 2 if the database cannot be had. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Locale.setDefault(Locale.US); // numbers are written in one way whatever the machine's is
    System.exit(run(List.of(args)));
  }

  private static int run(List<String> args) throws IOException, InterruptedException {
    String word = args.isEmpty() ? "" : args.get(0);
    if (word.equals(STUDIES)) {
      List<String> own = args.subList(1, args.size());
      return StudiesCommand.execute(
          own.toArray(String[]::new),
          command -> withDatabase(command.database(), StudiesCommand.class, own));
    }
    if (word.equals(FAMILY)) {
      List<String> own = args.subList(1, args.size());
      return FamilyCommand.execute(
          own.toArray(String[]::new),
          command ->
              command.needsDatabase()
                  ? withDatabase(command.database(), FamilyCommand.class, own)
                  : ChildJvm.run(FamilyCommand.class, own, Map.of()));
    }
    return args.stream().anyMatch(NEEDS_NO_DATABASE::contains)
        ? ChildJvm.run(JmhMain.class, args, Map.of())
        : withDatabase(DatabaseChoice.ofEnvironment(), JmhMain.class, args);
  }

  private static int withDatabase(DatabaseChoice choice, Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    try (BenchDatabase database = choice.open()) {
      return ChildJvm.run(main, arguments, database.environment());
    } catch (EnvironmentException e) {
      System.err.println("benchmarks.jar: " + e.getMessage());
      return OneLineErrors.WRONG_USE;
    }
  }
}
