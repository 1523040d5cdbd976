package cloakroom.stress.load;

import cloakroom.platform.Daemons;
import cloakroom.platform.Installation;
import cloakroom.platform.OneLine;
import cloakroom.platform.OtherProcess;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.RemoteException;
import java.text.SimpleDateFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.engine.RemoteJMeterEngineImpl;
import org.apache.jmeter.report.config.ConfigurationException;
import org.apache.jmeter.report.dashboard.GenerationException;
import org.apache.jmeter.report.dashboard.ReportGenerator;
import org.apache.jmeter.util.JMeterUtils;

/**
 * Runs one trial of a plan in a process of its own, and exits.
 *
 * <pre>java -cp stress.jar:lib/* cloakroom.stress.load.Engine --home DIR --plan FILE --out DIR
 *     [--dashboard] [--count] [--ledger] [--wait] [--engines HOST:PORT,...] [-Jname=value]...
 * java -cp stress.jar:lib/* cloakroom.stress.load.Engine --home DIR --out DIR --serve PORT</pre>
 *
 * <p>Standard output carries events, one JSON object a line; standard input belongs to the parent
 * process ({@link OtherProcess}). JMeter keeps its state in statics, and the heap and collector of
 * a trial shall not be those of the last one: hence a process for each.
 *
 * <p>Exit codes: 0 done, whatever requests became of, 2 wrong use or a plan that cannot run.
 */
public final class Engine {
  private static final int DONE = 0;
  private static final int WRONG_USE = 2;
  private static final String DATE_FORMAT = "yyyy-MM-dd-HH-mm-ss-SSS";

  private final Events events;

  /** Properties of the plan that the parent sent when it began the load, NAME=VALUE each. */
  private final CompletableFuture<List<String>> begun = new CompletableFuture<>();

  private volatile Load trial;
  private volatile boolean stopped;

  private Engine(Events events) {
    this.events = events;
  }

  /** Runs a trial; never returns, because some plans leave threads behind that would linger. */
  public static void main(String[] arguments) {
    // else picocli starts the Groovy that comes with JMeter, to know its closures
    System.setProperty("picocli.disable.closures", "true");
    System.exit(new Engine(new Events()).exitCode(arguments));
  }

  private int exitCode(String... arguments) {
    try {
      return run(EngineSettings.parse(arguments));
    } catch (StressFailure e) {
      fail(e.getMessage());
    } catch (InterruptedException e) {
      fail("the engine was interrupted");
    } catch (IOException | RuntimeException | LinkageError e) {
      fail("the engine failed: " + e.getClass().getSimpleName() + ": " + OneLine.ofCause(e));
    }
    return WRONG_USE;
  }

  private void fail(String line) {
    events.send(ChildProcess.FAILED, Map.of("message", line));
  }

  private int run(EngineSettings settings) throws IOException, InterruptedException {
    OtherProcess.readLines(System.in, this::heard, this::abandon);
    clear(settings.out);
    JMeterHome.configure(settings.home, settings.properties, settings.out);
    if (settings.serve > 0) {
      return serve(settings.serve);
    }
    SampleRecorder measurement =
        new SampleRecorder(settings.out, events, settings.warmUpAuto ? new WarmUpEnd() : null);
    CommitLedger ledger = new CommitLedger();
    try (measurement) {
      drive(measurement, ledger, settings);
    }
    if (settings.ledger) {
      ledger.write(settings.out);
    }
    events.send(Events.ENDED, Map.of("at", measurement.over()));
    finish(settings, measurement);
    return DONE;
  }

  /** Creates the folder and removes samples of an earlier trial: JMeter would append. */
  private static void clear(Path folder) {
    try {
      Path samples = TrialFile.SAMPLES.in(folder);
      Files.createDirectories(TrialFile.LOGS.in(folder));
      Files.deleteIfExists(samples);
      Files.createFile(samples);
      Files.delete(samples);
    } catch (IOException e) {
      throw StressFailure.wrongUse(
          "cannot write to the trial's folder " + folder + ": " + OneLine.why(e));
    }
  }

  /** Ending the load takes seconds, and the parent may die meanwhile. */
  private void heard(String line) {
    List<String> words = List.of(line.strip().split(" "));
    switch (words.get(0)) {
      case Events.BEGIN -> begun.complete(words.subList(1, words.size()));
      case Events.COUNTED -> trial.counted();
      case Events.ENOUGH -> trial.stopEarly();
      case "stop" -> Daemons.each("stop").execute(this::stop);
      default -> {
        // a line of a later version
      }
    }
  }

  /** In the long run users of these plans are spread evenly over the time they think. */
  private static long betweenArrivals() {
    return 1000L
        * JMeterUtils.getPropDefault("think_ms", 1)
        / Math.max(1, JMeterUtils.getPropDefault("users", 1));
  }

  private void drive(SampleRecorder measurement, CommitLedger ledger, EngineSettings settings)
      throws InterruptedException {
    LoadPlan plan = settings.engines.isEmpty() ? LoadPlan.read(settings.plan) : null;
    if (settings.wait) {
      begun.join().forEach(property -> set(property.split("=", 2), settings));
    }
    trial =
        plan == null
            ? new RemoteLoad(settings, events, measurement, ledger)
            : here(plan, measurement, ledger, settings);
    if (stopped) {
      return;
    }
    ScheduledExecutorService ticker =
        Executors.newSingleThreadScheduledExecutor(Daemons.named("ticker"));
    long untilFullSecond = 1000 - SteadyTime.millis() % 1000;
    var unused =
        ticker.scheduleAtFixedRate(
            () -> events.send(Events.TICK, measurement.tick(trial.users())),
            untilFullSecond,
            1000,
            TimeUnit.MILLISECONDS);
    try {
      trial.run();
    } finally {
      Daemons.end(ticker, 60); // no tick is under way any more
    }
  }

  private static void set(String[] property, EngineSettings settings) {
    settings.properties.put(property[0], property[1]);
    JMeterUtils.setProperty(property[0], property[1]);
  }

  private LocalLoad here(
      LoadPlan plan, SampleRecorder measurement, CommitLedger ledger, EngineSettings settings) {
    if (settings.ledger) {
      plan.add(ledger);
    }
    SequentialScheduler turns =
        new SequentialScheduler(
            betweenArrivals(),
            (request, transaction) ->
                events.send(
                    Events.REQUEST, Map.of("request", request, "transaction", transaction)));
    if (settings.count) {
      plan.add(turns);
    }
    return new LocalLoad(plan, measurement, settings.out, turns);
  }

  /** Waits for controllers until the parent is gone. */
  private int serve(int port) throws InterruptedException {
    JMeterUtils.setProperty(RemoteEngine.OURS, Installation.version(Engine.class));
    try {
      RemoteJMeterEngineImpl.startServer(port);
    } catch (RemoteException e) {
      throw StressFailure.wrongUse(
          "--port " + port + ": cannot listen there: " + OneLine.ofCause(e));
    }
    events.send(Events.SERVING, Map.of("port", port));
    new CountDownLatch(1).await();
    return DONE;
  }

  private void finish(EngineSettings settings, SampleRecorder measurement) {
    Events.Finished totals = measurement.totals(stopped || trial.cutShort);
    if (settings.dashboard && totals.requests() > 0) {
      writeDashboard(settings.out, measurement.measuredFrom());
    }
    events.send(Events.FINISHED, totals);
  }

  /** JMeter's own dashboard of the finished samples; what began before is warm-up, not shown. */
  private static void writeDashboard(Path folder, long measuredFrom) {
    JMeterUtils.setProperty("jmeter.reportgenerator.date_format", DATE_FORMAT);
    String start = new SimpleDateFormat(DATE_FORMAT, Locale.ROOT).format(measuredFrom);
    JMeterUtils.setProperty("jmeter.reportgenerator.start_date", start);
    try {
      new ReportGenerator(TrialFile.SAMPLES.in(folder).toString(), null).generate();
    } catch (ConfigurationException | GenerationException | RuntimeException e) {
      throw StressFailure.wrongUse(
          "cannot write the dashboard %s: %s", TrialFile.DASHBOARD.in(folder), OneLine.ofCause(e));
    }
  }

  private void stop() {
    stopped = true;
    begun.complete(List.of());
    Optional.ofNullable(trial).ifPresent(Load::stop);
  }

  /** The parent is dead: nobody waits for anything but the end of this process. */
  private void abandon() {
    Optional.ofNullable(trial).ifPresent(Load::abandon);
    Runtime.getRuntime().halt(WRONG_USE);
  }
}
