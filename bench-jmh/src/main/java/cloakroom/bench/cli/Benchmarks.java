package cloakroom.bench.cli;

import cloakroom.bench.harness.ChildJvm;
import cloakroom.cli.AppSim;
import cloakroom.command.Completion;
import cloakroom.command.Usage;
import cloakroom.platform.Installation;
import cloakroom.platform.Names;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.Main;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * Program {@code benchmarks.jar}, which accepts JMH's command line and Cloakroom's own commands.
 * The program starts or opens the database. A child process with the same command line runs the
 * benchmarks. The child and JMH's forks read the password from the environment, because other users
 * could see it in an argument list.
 */
@Command(
    name = "benchmarks",
    mixinStandardHelpOptions = true,
    description = "Repeats published studies, and measures the cost of Cloakroom's own parts.",
    subcommands = {StudiesCommand.class, Completion.class},
    footer = {
      "",
      "Any other first word is JMH's own command line, and so is what follows the word jmh:",
      "benchmarks -l lists the benchmarks, benchmarks jmh -h JMH's options."
    })
public final class Benchmarks {
  private static final Set<String> NEEDS_NO_DATABASE =
      Set.of("-h", "-l", "-lp", "-lprof", "-lrf", "--list");

  /** First words of Cloakroom's own commands. A similar word is a typing error, not for JMH. */
  private static final Set<String> FIRST_WORDS =
      Set.of("studies", "completion", "--help", "--version");

  private Benchmarks() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Locale.setDefault(Locale.US); // numbers have the same format on every machine
    if (ChildJvm.isThis()) {
      ChildJvm.endWithParent();
    }
    Installation.exit(run(List.of(args)));
  }

  private static int run(List<String> args) throws IOException, InterruptedException {
    String word = args.isEmpty() ? "" : args.get(0);
    return Set.of("-h", "-V").contains(word) || Names.nearest(word, FIRST_WORDS).isPresent()
        ? program().execute(args.toArray(String[]::new))
        : jmh(args, word.equals("jmh") ? args.subList(1, args.size()) : args);
  }

  static CommandLine program() {
    CommandLine program =
        Usage.of(new CommandLine(new Benchmarks()), "cloakroom/bench/cli/usage.txt");
    AppSim.configured(program).setOverwrittenOptionsAllowed(true);
    IVersionProvider versions =
        () ->
            Installation.versions(
                Benchmarks.class, Installation.folder(Benchmarks.class).resolve("benchmarks.jar"));
    program.getCommandSpec().versionProvider(versions);
    program.getSubcommands().get("studies").getCommandSpec().versionProvider(versions);
    return program;
  }

  /** Runs JMH in a child process, which kills JMH's forks when it ends. */
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
