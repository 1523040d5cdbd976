package cloakroom.stress.load;

import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.platform.Daemons;
import cloakroom.platform.Installation;
import cloakroom.platform.OneLine;
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
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.engine.RemoteJMeterEngineImpl;
import org.apache.jmeter.report.config.ConfigurationException;
import org.apache.jmeter.report.dashboard.GenerationException;
import org.apache.jmeter.report.dashboard.ReportGenerator;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.util.JMeterUtils;

/**
 * Process that runs one trial of a JMeter plan, then exits.
 *
 * <pre>java -cp stress.jar:lib/* cloakroom.stress.load.Engine --home DIR --plan FILE --out DIR
 *     [--dashboard] [--count] [--ledger PAGE=TABLE,...] [--wait] [--engines HOST:PORT,...] [-Jname=value]...
 * java -cp stress.jar:lib/* cloakroom.stress.load.Engine --home DIR --out DIR --serve PORT
 * java -cp stress.jar:lib/* cloakroom.stress.load.Engine --home DIR --out DIR --contact
 *     --engines HOST:PORT,... [-Jname=value]...</pre>
 *
 * <p>Standard output carries events, each a line of JSON. Standard input carries lines from the
 * parent process ({@link Daemons#readLines}).
 *
 * <p>Each trial has its own process, because JMeter keeps state in static fields. A heap filled by
 * an earlier trial would also distort the times.
 *
 * <p>Exit codes: 0 done, even if requests failed; 2 wrong use or a plan that cannot run.
 */
public final class Engine {
  private static final int WRONG_USE = 2;
  private static final String DATE_FORMAT = "yyyy-MM-dd-HH-mm-ss-SSS";

  private final Events events;

  /** Plan properties, completed when the parent process sends {@link Events#BEGIN}. */
  private final CompletableFuture<List<String>> begun = new CompletableFuture<>();

  // Created after JMeter's properties are set, because JMeter classes read them when loaded.
  private CommitLedger ledger;
  private SampleRecorder recorder;
  private volatile Load load;
  private volatile boolean stopped;

  private Engine(Events events) {
    this.events = events;
  }

  /** Runs a trial. Calls System.exit, because threads of a plan may keep the JVM alive. */
  public static void main(String[] arguments) {
    // Otherwise picocli would start Groovy, which is part of JMeter, to detect closures.
    System.setProperty("picocli.disable.closures", "true");
    System.exit(new Engine(new Events()).exitCode(arguments));
  }

  private int exitCode(String... arguments) {
    String failure;
    try {
      run(EngineSettings.parse(arguments));
      return 0;
    } catch (StressFailure e) {
      failure = e.getMessage();
    } catch (InterruptedException e) {
      failure = "the engine was interrupted";
    } catch (IOException | RuntimeException | LinkageError e) {
      failure = "the engine failed: " + e.getClass().getSimpleName() + ": " + OneLine.ofCause(e);
    }
    events.send(ChildProcess.FAILED, Map.of("message", failure));
    return WRONG_USE;
  }

  private void run(EngineSettings settings) throws IOException, InterruptedException {
    Daemons.readLines(System.in, this::receive, this::abandon);
    clear(settings.out);
    JMeterHome.configure(settings.home, settings.properties, settings.out);
    if (settings.serve > 0) {
      serve(settings.serve);
    }
    if (settings.contact) {
      events.send(Events.ENGINES, Map.of("engines", RemoteLoad.contact(settings.engines)));
      return;
    }
    ledger = new CommitLedger(settings.ledger);
    var end = settings.warmUpAuto ? new SampleRecorder.WarmUpEnd() : null;
    recorder = new SampleRecorder(events, end, () -> new SampleResult().currentTimeInMillis());
    drive(settings);
    if (!settings.ledger.isEmpty()) {
      ledger.write(settings.out);
    }
    events.send(Events.ENDED, Map.of("at", recorder.over()));
    Events.Finished totals = recorder.totals(stopped || load.cutShort);
    if (settings.dashboard && totals.requests() > 0) {
      writeDashboard(settings.out, recorder.measuredFrom());
    }
    events.send(Events.FINISHED, totals);
  }

  /**
   * Creates the folder and deletes an earlier trial's samples file, because JMeter would append to
   * it.
   */
  private static void clear(Path folder) {
    try {
      Path samples = TrialFile.SAMPLES.in(folder);
      Files.createDirectories(TrialFile.LOGS.in(folder));
      Files.deleteIfExists(samples);
      Files.createFile(samples); // fails here if JMeter could not
      Files.delete(samples);
    } catch (IOException e) {
      throw wrongUse("cannot write to the trial's folder " + folder + ": " + OneLine.why(e));
    }
  }

  private void receive(String line) {
    List<String> words = List.of(line.strip().split(" "));
    switch (words.get(0)) {
      case Events.BEGIN -> begun.complete(words.subList(1, words.size()));
      case Events.COUNTED -> load.counted();
      case Events.ENOUGH -> load.stopEarly();
      // Uses another thread: a stop takes seconds, and this thread must keep reading input.
      case "stop" -> Daemons.each("stop").execute(this::stop);
      default -> {
        // Ignores unknown commands, which a parent process of a later version may send.
      }
    }
  }

  private void drive(EngineSettings settings) throws InterruptedException {
    LoadPlan plan = settings.engines.isEmpty() ? LoadPlan.read(settings.plan) : null;
    if (settings.wait) {
      for (String property : begun.join()) {
        String[] pair = property.split("=", 2);
        settings.properties.put(pair[0], pair[1]);
        JMeterUtils.setProperty(pair[0], pair[1]);
      }
    }
    boolean remote = plan == null;
    load = remote ? new RemoteLoad(settings, events, recorder, ledger) : localLoad(plan, settings);
    if (stopped) {
      return;
    }
    var ticker = Executors.newSingleThreadScheduledExecutor(Daemons.named("ticker"));
    Runnable tick = () -> events.send(Events.TICK, recorder.tick(load.users()));
    long untilFullSecond = 1000 - SteadyTime.millis() % 1000;
    var unused = ticker.scheduleAtFixedRate(tick, untilFullSecond, 1000, TimeUnit.MILLISECONDS);
    try {
      load.run();
    } finally {
      Daemons.end(ticker, 60); // waits for a running tick
    }
  }

  private LocalLoad localLoad(LoadPlan plan, EngineSettings settings) {
    if (!settings.ledger.isEmpty()) {
      plan.add(ledger);
    }
    // Spreads user starts over one think time, because users of a long run are spread as well.
    long thinkMicros = 1000L * JMeterUtils.getPropDefault("think_ms", 1);
    long betweenArrivals = thinkMicros / Math.max(1, JMeterUtils.getPropDefault("users", 1));
    SequentialScheduler scheduler =
        new SequentialScheduler(
            betweenArrivals,
            (name, transaction) ->
                events.send(Events.REQUEST, Map.of("request", name, "transaction", transaction)));
    if (settings.count) {
      plan.add(scheduler);
    }
    return new LocalLoad(plan, recorder, settings.out, scheduler);
  }

  private void serve(int port) throws InterruptedException {
    JMeterUtils.setProperty(RemoteEngine.VERSION, Installation.version(Engine.class));
    try {
      RemoteJMeterEngineImpl.startServer(port);
    } catch (RemoteException e) {
      throw wrongUse("--port " + port + ": cannot listen there: " + OneLine.ofCause(e));
    }
    events.send(Events.SERVING, Map.of("port", port));
    new CountDownLatch(1).await();
  }

  private static void writeDashboard(Path folder, long measuredFrom) {
    JMeterUtils.setProperty("jmeter.reportgenerator.date_format", DATE_FORMAT);
    String start = new SimpleDateFormat(DATE_FORMAT, Locale.ROOT).format(measuredFrom);
    JMeterUtils.setProperty("jmeter.reportgenerator.start_date", start);
    try {
      new ReportGenerator(TrialFile.SAMPLES.in(folder).toString(), null).generate();
    } catch (ConfigurationException | GenerationException | RuntimeException e) {
      Path dashboard = TrialFile.DASHBOARD.in(folder);
      throw wrongUse("cannot write the dashboard %s: %s", dashboard, OneLine.ofCause(e));
    }
  }

  private void stop() {
    stopped = true;
    begun.complete(List.of());
    Optional.ofNullable(load).ifPresent(Load::stop);
  }

  private void abandon() {
    Optional.ofNullable(load).ifPresent(Load::abandon);
    Runtime.getRuntime().halt(WRONG_USE);
  }
}
