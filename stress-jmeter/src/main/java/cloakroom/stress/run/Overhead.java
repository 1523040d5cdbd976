package cloakroom.stress.run;

import cloakroom.stress.load.JMeterHome;
import cloakroom.stress.measure.Throughput;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.OverheadResult.Round;
import cloakroom.stress.run.OverheadResult.Side;
import cloakroom.stress.watch.CpuMeter;
import cloakroom.stress.watch.Sampler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs a plan in turn by this runner, with everything that it does beside JMeter (listeners, due
 * times, histograms, ticks, a row of the series each second), and by JMeter's own command line, in
 * the same JVM with the same class path and log settings, against the same tier.
 */
final class Overhead {
  private static final String ENGINE = "cloakroom.stress.load.Engine";

  /**
   * What to do.
   *
   * @param plan the plan's file
   * @param rounds pairs that count
   * @param properties options of both sides for the plan, as JMeter takes them
   * @param leftOut milliseconds at the beginning of each run that do not count
   * @param appSim the tier's jar
   * @param out the folder for all files
   */
  record Settings(
      Path plan, int rounds, List<String> properties, long leftOut, Path appSim, Path out) {}

  private final Settings settings;
  private final StopSignal stop;
  private final Consumer<String> progress;
  private final StressJar installation = StressJar.find();
  private final Path home;

  Overhead(Settings settings, StopSignal stop, Consumer<String> progress) throws IOException {
    this.settings = settings;
    this.stop = stop;
    this.progress = progress;
    this.home = JMeterHome.prepare(settings.out().resolve("jmeter-home"));
  }

  /** Runs all rounds; the order of the two sides changes from one to the next. */
  OverheadResult measure() throws IOException {
    List<Round> rounds = new ArrayList<>();
    try (Tiers tiers = Tiers.start(List.of(tier()), stop)) {
      for (int round = 0; round <= settings.rounds(); round++) {
        stop.check();
        Round done = round % 2 == 0 ? runnerFirst(round, tiers) : stockFirst(round, tiers);
        progress.accept(
            "round %d of %d%s: runner %.0f req/s, stock JMeter %.0f req/s"
                .formatted(
                    round,
                    settings.rounds(),
                    round == 0 ? " (does not count)" : "",
                    done.runner().perSecond(),
                    done.stock().perSecond()));
        if (round > 0) {
          rounds.add(done);
        }
      }
    }
    return new OverheadResult(List.copyOf(rounds));
  }

  private Round runnerFirst(int round, Tiers tiers) throws IOException {
    Side runner = runner(round, tiers);
    return new Round(runner, stock(round, tiers));
  }

  private Round stockFirst(int round, Tiers tiers) throws IOException {
    Side stock = stock(round, tiers);
    return new Round(runner(round, tiers), stock);
  }

  private Launch tier() {
    return new Launch(
        "tier",
        List.of(
            installation.java(),
            "-jar",
            settings.appSim().toString(),
            "serve",
            "--with-parent",
            "--json",
            "--policy",
            "noop",
            "--port",
            "0",
            "--admin-port",
            "0"),
        Map.of(),
        settings.out().resolve("tier.log"));
  }

  private List<String> java(String... more) {
    List<String> command = installation.javaWithClassPath(List.of("-Djmeter.home=" + home));
    command.addAll(List.of(more));
    return command;
  }

  private void addProperties(List<String> command, Tiers tiers) {
    command.addAll(settings.properties());
    command.add("-Jport=" + tiers.ports().get(0));
  }

  private Side runner(int round, Tiers tiers) throws IOException {
    Path folder = Files.createDirectories(settings.out().resolve("runner-" + round));
    List<String> command = java(ENGINE, "--home", home.toString());
    command.addAll(List.of("--plan", settings.plan().toString(), "--out", folder.toString()));
    addProperties(command, tiers);
    Launch launch =
        new Launch("load engine", command, Map.of(), folder.resolve("logs").resolve("engine.log"));
    try (LoadEngine engine =
        LoadEngine.start(launch, tiers.cpu(), CpuMeter.elsewhere(), tick -> {})) {
      Sampler sampler =
          Sampler.start(
              folder.resolve("series.csv"),
              new Sampler.Sources(
                  engine::tick, tiers::counters, Optional::empty, engine::cpu, at -> {}));
      try {
        engine.drive(stop);
      } finally {
        sampler.close();
      }
      double cpu = engine.cpu().generator().orElse(Double.NaN);
      LoadResult unused = engine.finish(stop);
      stop.check();
      return side(folder.resolve("samples.jtl"), cpu);
    }
  }

  private Side stock(int round, Tiers tiers) throws IOException {
    Path folder = Files.createDirectories(settings.out().resolve("stock-" + round));
    Path jtl = folder.resolve("samples.jtl");
    Files.deleteIfExists(jtl);
    List<String> command = java("org.apache.jmeter.NewDriver", "-n");
    command.addAll(List.of("-t", settings.plan().toString(), "-l", jtl.toString()));
    command.addAll(List.of("-j", folder.resolve("jmeter.log").toString()));
    command.addAll(List.of("-i", logSettings().toString()));
    addProperties(command, tiers);
    return side(jtl, new StockJMeter(command, folder.resolve("stock.log"), stop).run());
  }

  /** The engine's own: with JMeter's, it would write a warning for each request of this plan. */
  private Path logSettings() throws IOException {
    Path file = settings.out().resolve("log4j2.xml");
    try (InputStream in = Overhead.class.getResourceAsStream("/engine-log4j2.xml")) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }

  private Side side(Path jtl, double cpuSeconds) {
    if (!Files.isRegularFile(jtl)) {
      throw new StressFailure(
          StressFailure.INVALID, jtl + " was not written; see the logs beside it");
    }
    return new Side(Throughput.of(jtl, settings.leftOut()), cpuSeconds);
  }
}
