package cloakroom.stress.load;

import cloakroom.contract.OneLine;
import cloakroom.contract.ParentWatch;
import cloakroom.stress.files.TrialFiles;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Runs one trial of a plan in a process of its own, and exits.
 *
 * <pre>java -cp stress.jar:lib/* cloakroom.stress.load.Engine --home DIR --plan FILE --out DIR
 *     [--dashboard] [-Jname=value]...</pre>
 *
 * <p>Standard output carries events, one JSON object a line; standard input belongs to the parent
 * process ({@link ParentWatch}). JMeter keeps its state in statics, and the heap and collector of a
 * trial shall not be those of the last one: hence a process for each.
 *
 * <p>Exit codes: 0 done, 1 done with failed requests, 2 wrong use or a plan that cannot run, 3 no
 * request was measured.
 */
public final class Engine {
  private static final int DONE = 0;
  private static final int FAILED_REQUESTS = 1;
  private static final int WRONG_USE = 2;
  private static final int NOTHING_MEASURED = 3;

  private final Events events;
  private volatile Trial trial;
  private volatile boolean stopped;

  private Engine(Events events) {
    this.events = events;
  }

  /** Runs a trial; never returns, because some plans leave threads behind that would linger. */
  public static void main(String[] arguments) {
    Events events = Events.onStandardOutput();
    System.exit(new Engine(events).exitCode(arguments));
  }

  private int exitCode(String... arguments) {
    try {
      return run(EngineSettings.parse(arguments));
    } catch (EngineException e) {
      fail(e.getMessage());
    } catch (InterruptedException e) {
      fail("the engine was interrupted");
    } catch (IOException | RuntimeException | LinkageError e) {
      fail("the engine failed: " + e.getClass().getSimpleName() + ": " + OneLine.ofCause(e));
    }
    return WRONG_USE;
  }

  private void fail(String line) {
    events.send(Events.FAILED, Map.of("message", line));
  }

  private int run(EngineSettings settings)
      throws EngineException, IOException, InterruptedException {
    events.send(Events.STARTED, Map.of("processId", ProcessHandle.current().pid()));
    listen();
    TrialFiles files = prepared(settings.out);
    JMeterSetup.prepare(settings, files);
    LoadPlan plan = LoadPlan.read(settings.plan);
    SampleMeter measurement = new SampleMeter(files, events);
    try (measurement) {
      drive(plan, measurement, files);
    }
    events.send(Events.ENDED, Map.of("at", System.currentTimeMillis()));
    return finish(settings, files, measurement);
  }

  /**
   * Creates the folder and removes the samples of an earlier trial, to which JMeter would append.
   */
  private static TrialFiles prepared(Path folder) throws EngineException {
    TrialFiles files = new TrialFiles(folder);
    try {
      Files.createDirectories(files.logs());
      Files.deleteIfExists(files.samples());
      Files.createFile(files.samples());
      Files.delete(files.samples());
    } catch (IOException e) {
      throw new EngineException(
          "cannot write to the trial's folder " + folder + ": " + OneLine.why(e));
    }
    return files;
  }

  private void listen() {
    ParentWatch.start(System.in, this::heard, this::abandon);
    stopAtSignals("INT", "TERM");
  }

  /**
   * Ctrl-C in a terminal reaches the engine as well as its parent. It has to end the load then and
   * not the process, or the files of the trial would be lost. Java's only handle on signals is in
   * {@code jdk.unsupported}; where it is missing, signals keep their usual effect.
   */
  private void stopAtSignals(String... names) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler stopping =
          (self, method, arguments) -> {
            stop();
            return null;
          };
      Object proxy =
          Proxy.newProxyInstance(Engine.class.getClassLoader(), new Class<?>[] {handler}, stopping);
      for (String name : names) {
        Object wanted = signal.getConstructor(String.class).newInstance(name);
        signal.getMethod("handle", signal, handler).invoke(null, wanted, proxy);
      }
    } catch (ReflectiveOperationException e) {
      System.err.println("signals are not handled: " + OneLine.ofCause(e));
    }
  }

  /** Ending the load takes seconds, and the parent may die meanwhile. */
  private void heard(String line) {
    if (line.strip().equals("stop")) {
      Thread stopping = new Thread(this::stop, "stop");
      stopping.setDaemon(true);
      stopping.start();
    }
  }

  private void drive(LoadPlan plan, SampleMeter measurement, TrialFiles files)
      throws EngineException, InterruptedException {
    trial = new Trial(plan, measurement, files);
    if (stopped) {
      return;
    }
    try (Ticker ticker = new Ticker(measurement, events)) {
      ticker.start();
      trial.run();
    }
  }

  private int finish(EngineSettings settings, TrialFiles files, SampleMeter measurement)
      throws EngineException {
    Events.Finished totals = measurement.totals(stopped);
    if (settings.dashboard && totals.requests() > 0) {
      Dashboard.write(files, measurement.measuredFrom());
    }
    events.send(Events.FINISHED, totals);
    if (totals.requests() == 0) {
      return NOTHING_MEASURED;
    }
    return totals.errors() == 0 ? DONE : FAILED_REQUESTS;
  }

  private void stop() {
    stopped = true;
    Trial running = trial;
    if (running != null) {
      running.stop();
    }
  }

  /** The parent is dead: nobody waits for anything but the end of this process. */
  private void abandon() {
    Trial running = trial;
    if (running != null) {
      running.abandon();
    }
    Runtime.getRuntime().halt(FAILED_REQUESTS);
  }
}
