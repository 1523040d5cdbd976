package cloakroom.bench.cli;

import cloakroom.bench.lab.ChildJvm;
import cloakroom.contract.Nearest;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * {@code benchmarks.jar}: with {@code studies} as first word it repeats the published studies and
 * reads them; with {@code family} it measures Cloakroom's own parts against their bounds; {@code
 * completion}, {@code --help} and {@code --version} speak of these; with anything else, or what
 * follows {@code jmh}, it is JMH's own command line.
 *
 * <p>Where one is needed the database is started or found first, and the work is done in a child
 * process that gets the database's address and password through its environment, as do JMH's forks
 * below it: a password never stands in an argument list.
 */
public final class Benchmarks {
  private static final Set<String> NEEDS_NO_DATABASE =
      Set.of("-h", "-l", "-lp", "-lprof", "-lrf", "--list");

  /** A word as near to one of these as a mistyped one is was not meant for JMH. */
  private static final Set<String> OURS =
      Set.of("studies", "family", "completion", "--help", "--version");

  /** Those that are too short to be mistyped. */
  private static final Set<String> SHORT = Set.of("-h", "-V");

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
    if (SHORT.contains(word) || Nearest.to(word, OURS).isPresent()) {
      return MeasuringCommand.program(new StudiesCommand(), new FamilyCommand())
          .execute(args.toArray(String[]::new));
    }
    List<String> jmh = word.equals("jmh") ? args.subList(1, args.size()) : args;
    return jmh.stream().anyMatch(NEEDS_NO_DATABASE::contains)
        ? ChildJvm.run(Jmh.class, jmh, Map.of())
        : MeasuringCommand.onDatabase(DatabaseChoice.ofEnvironment(), Jmh.class, jmh);
  }
}
