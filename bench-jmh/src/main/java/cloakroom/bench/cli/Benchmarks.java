package cloakroom.bench.cli;

import cloakroom.bench.lab.ChildJvm;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * {@code benchmarks.jar}: with {@code studies} as first word it repeats the published studies and
 * reads them; with {@code family} it measures Cloakroom's own parts against their bounds; {@code
 * completion}, {@code --help} and {@code --version} speak of these; with anything else it is JMH's
 * own command line.
 *
 * <p>Where one is needed the database is started or found first, and the work is done in a child
 * process that gets the database's address and password through its environment, as do JMH's forks
 * below it: a password never stands in an argument list.
 */
public final class Benchmarks {
  private static final Set<String> NEEDS_NO_DATABASE =
      Set.of("-h", "-l", "-lp", "-lprof", "-lrf", "--list");

  private Benchmarks() {}

  /** JMH's own command line, in a process that leaves no fork behind. */
  static final class Jmh {
    private Jmh() {}

    public static void main(String[] args) throws IOException {
      ChildJvm.endWithParent();
      Runtime.getRuntime().addShutdownHook(new Thread(ChildJvm::destroyForks, "forks-stop"));
      org.openjdk.jmh.Main.main(args);
    }
  }

  /** Ends the process with the child's exit code; 2 if the database cannot be had. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Locale.setDefault(Locale.US); // numbers are written in one way whatever the machine's is
    System.exit(run(List.of(args)));
  }

  private static int run(List<String> args) throws IOException, InterruptedException {
    String word = args.isEmpty() ? "" : args.get(0);
    if (word.equals("studies")) {
      return new StudiesCommand().executeBelow(args.subList(1, args.size()));
    }
    if (word.equals("family")) {
      return new FamilyCommand().executeBelow(args.subList(1, args.size()));
    }
    if (Set.of("completion", "--help", "--version").contains(word)) {
      return MeasuringCommand.program(new StudiesCommand(), new FamilyCommand())
          .execute(args.toArray(String[]::new));
    }
    return args.stream().anyMatch(NEEDS_NO_DATABASE::contains)
        ? ChildJvm.run(Jmh.class, args, Map.of())
        : MeasuringCommand.onDatabase(DatabaseChoice.ofEnvironment(), Jmh.class, args);
  }
}
