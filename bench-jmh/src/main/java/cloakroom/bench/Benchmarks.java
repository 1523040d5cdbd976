package cloakroom.bench;

import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * {@code benchmarks.jar}: with {@code studies} as first word it repeats the published studies and
 * reads them; with anything else it is JMH's own command line.
 *
 * <p>Either way the database is started or found first, and the work is done in a child process
 * that gets the database's address and password through its environment, as do JMH's forks below
 * it: a password never stands in an argument list.
 */
public final class Benchmarks {
  private static final String STUDIES = "studies";
  private static final String STUDIES_MAIN = "cloakroom.bench.run.StudiesCommand";
  private static final String JMH_MAIN = "org.openjdk.jmh.Main";
  private static final Set<String> NEEDS_NO_DATABASE =
      Set.of("-h", "-l", "-lp", "-lprof", "-lrf", "--help", "--version", "--list");
  private static final int WRONG_USE = 2;

  private Benchmarks() {}

  /** Ends the process with the child's exit code; 2 if the database cannot be had. */
  public static void main(String[] args) throws IOException, InterruptedException {
    System.exit(run(args));
  }

  private static int run(String[] args) throws IOException, InterruptedException {
    boolean studies = args.length > 0 && STUDIES.equals(args[0]);
    List<String> command = new ArrayList<>(List.of(java(), "-cp", classPath()));
    command.add(studies ? STUDIES_MAIN : JMH_MAIN);
    command.addAll(Arrays.asList(args).subList(studies ? 1 : 0, args.length));
    if (Arrays.stream(args).anyMatch(NEEDS_NO_DATABASE::contains)) {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
    try (BenchDatabase database = BenchDatabase.startOrFind()) {
      ProcessBuilder child = new ProcessBuilder(command).inheritIO();
      child.environment().putAll(database.environment());
      return child.start().waitFor();
    } catch (EnvironmentException e) {
      System.err.println("benchmarks.jar: " + e.getMessage());
      return WRONG_USE;
    }
  }

  private static String java() {
    return ProcessHandle.current()
        .info()
        .command()
        .orElse(System.getProperty("java.home") + "/bin/java");
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }
}
