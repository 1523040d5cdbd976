package cloakroom.bench.cli;

import cloakroom.bench.harness.ChildJvm;
import cloakroom.cli.AppSim;
import cloakroom.command.Completion;
import cloakroom.command.Usage;
import cloakroom.platform.Installation;
import cloakroom.platform.Nearest;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.Main;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * {@code benchmarks.jar}: with {@code studies} as first word it repeats the published studies;
 * {@code completion}, {@code --help} and {@code --version} are about that command. Any other first
 * word, and what follows {@code jmh}, is JMH's own command line, which runs single studies and the
 * benchmarks of Cloakroom's own parts.
 *
 * <p>Where one is needed the database is started or found first, and the work is done in a child
 * process with the same command line, which gets the database's address and password through its
 * environment, as do JMH's forks below it: a password never stands in an argument list.
 */
@Command(
    name = "benchmarks",
    mixinStandardHelpOptions = true,
    versionProvider = StudiesCommand.BenchVersion.class,
    description = "Repeats published studies, and measures what Cloakroom itself costs.",
    subcommands = {StudiesCommand.class, Completion.class},
    footer = {
      "",
      "Any other first word is JMH's own command line, and so is what follows the word jmh:",
      "benchmarks -l lists the benchmarks, benchmarks jmh -h JMH's options."
    })
public final class Benchmarks {
  private static final Set<String> NEEDS_NO_DATABASE =
      Set.of("-h", "-l", "-lp", "-lprof", "-lrf", "--list");

  /** A word as near to one of these as a mistyped one is was not meant for JMH. */
  private static final Set<String> OURS = Set.of("studies", "completion", "--help", "--version");

  /** Those that are too short to be mistyped. */
  private static final Set<String> SHORT = Set.of("-h", "-V");

  private Benchmarks() {}

  /** Ends the process with the child's exit code; 2 if the database cannot be had. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Locale.setDefault(Locale.US); // numbers are written in one way whatever the machine's is
    if (ChildJvm.isThis()) {
      ChildJvm.endWithParent();
    }
    Installation.exit(run(List.of(args)));
  }

  private static int run(List<String> args) throws IOException, InterruptedException {
    String word = args.isEmpty() ? "" : args.get(0);
    return SHORT.contains(word) || Nearest.to(word, OURS).isPresent()
        ? program().execute(args.toArray(String[]::new))
        : jmh(args, word.equals("jmh") ? args.subList(1, args.size()) : args);
  }

  /** All of {@code benchmarks.jar} but JMH. */
  static CommandLine program() {
    CommandLine program =
        Usage.of(new CommandLine(new Benchmarks()), "cloakroom/bench/cli/usage.txt");
    return AppSim.configured(program).setOverwrittenOptionsAllowed(true);
  }

  /** JMH's own command line, in a child that leaves no fork behind. */
  private static int jmh(List<String> all, List<String> options)
      throws IOException, InterruptedException {
    if (ChildJvm.isThis()) {
      Runtime.getRuntime().addShutdownHook(new Thread(ChildJvm::destroyForks, "forks-stop"));
      Main.main(options.toArray(String[]::new));
      return 0;
    }
    return options.stream().anyMatch(NEEDS_NO_DATABASE::contains)
        ? ChildJvm.run(Benchmarks.class, all, Map.of())
        : new DatabaseChoice().run(Benchmarks.class, all);
  }
}
