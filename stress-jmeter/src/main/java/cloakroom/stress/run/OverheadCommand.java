package cloakroom.stress.run;

import cloakroom.contract.Interrupts;
import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stress overhead}: what this runner costs beside JMeter's own command line. */
@Command(
    name = "overhead",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Runs one plan against one tier, in turn by this runner and by JMeter's own command line,"
            + " without think time, and compares the throughputs. The tier does nothing (policy"
            + " noop), so that the generator's share is as large as can be.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the runner reaches the ratio asked for",
      "1:it does not",
      "2:wrong use or environment",
      "3:result invalid: requests failed"
    })
final class OverheadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--plan",
      paramLabel = "NAME|FILE",
      defaultValue = PlanDefaults.ADF_SESSION,
      description = "The plan (default: ${DEFAULT-VALUE}).")
  private String plan;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "4",
      description = "Pairs of runs that count; one more goes before them (default: 4).")
  private int rounds;

  @Option(names = "--users", defaultValue = "20", description = "Simulated users (default: 20).")
  private int users;

  @Option(
      names = "--iterations",
      defaultValue = "1000",
      description = "Changes and commits for each user on each page (default: 1000).")
  private int iterations;

  @Option(
      names = "--leave-out",
      paramLabel = "DURATION",
      defaultValue = "5s",
      converter = Durations.class,
      description = "Time at the beginning of each run that does not count (default: 5s).")
  private Duration leaveOut;

  @Option(
      names = "--least",
      paramLabel = "RATIO",
      defaultValue = "0.95",
      description = "Ratio that the runner has to reach (default: 0.95).")
  private double least;

  @Option(
      names = "--app-sim",
      paramLabel = "PATH",
      description = "The tier's jar (default: where the build leaves it).")
  private Path appSim;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder that gets the files (default: target/overhead beside stress.jar).")
  private Path out;

  @Override
  public Integer call() throws IOException {
    StopSignal stop = new StopSignal();
    try (Interrupts interrupts = stop.listen()) {
      Overhead.Settings settings = settings(StressJar.find());
      Overhead overhead =
          new Overhead(settings, stop, line -> spec.commandLine().getOut().println(line));
      OverheadResult result = overhead.measure();
      result.lines(least).forEach(spec.commandLine().getOut()::println);
      spec.commandLine().getOut().flush();
      int code = result.exitCode(least);
      interrupts.exitCode(code);
      return code;
    } catch (RunFolderException e) {
      throw new StressFailure(StressFailure.INVALID, e.getMessage());
    }
  }

  private Overhead.Settings settings(StressJar installation) throws IOException {
    Path jar = appSim == null ? installation.appSim() : appSim.toAbsolutePath().normalize();
    if (!Files.isRegularFile(jar)) {
      throw new BadInput(
          "--app-sim " + jar + ": there is no such file; \"mvn package -DskipTests\" builds it");
    }
    Path folder = out == null ? installation.target().resolve("overhead") : out;
    return new Overhead.Settings(
        new Plans(installation.plans()).find(plan).file(),
        Rules.within("--rounds", rounds, 1, 100),
        List.of(
            "-Jusers=" + Rules.within("--users", users, 1, 10_000),
            "-Jiterations=" + Rules.within("--iterations", iterations, 1, 1_000_000),
            "-Jthink_ms=0",
            "-Jramp_s=0",
            "-Jhost=127.0.0.1"),
        leaveOut.toMillis(),
        jar,
        Files.createDirectories(folder.toAbsolutePath().normalize()));
  }
}
