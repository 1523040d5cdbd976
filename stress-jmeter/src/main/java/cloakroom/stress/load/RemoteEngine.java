package cloakroom.stress.load;

import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.platform.Installation;
import cloakroom.platform.OneLine;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.CountersFile.EnginePart;
import cloakroom.stress.load.LoadPlan.Share;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.rmi.ConnectException;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.engine.ClientJMeterEngine;
import org.apache.jmeter.engine.JMeterEngineException;
import org.apache.jmeter.rmi.RmiUtils;
import org.apache.jmeter.sampler.DebugSampler;
import org.apache.jmeter.samplers.Remoteable;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.testelement.TestStateListener;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.ListedHashTree;

/**
 * One remote engine, seen from the controlling process: Cloakroom's {@code engine} command or a
 * plain jmeter-server. A small plan without HTTP requests reads the engine's clock, CPU time and
 * versions.
 */
final class RemoteEngine {
  /** JMeter property with Cloakroom's version, which only Cloakroom's engines set. */
  static final String VERSION = "cloakroom.engine";

  private static final String KEY_STORE = "rmi_keystore.jks";

  /**
   * Sample label with JMeter functions. The engine replaces them by the versions of Cloakroom and
   * JMeter and by its CPU time.
   */
  private static final String ENGINE_STATE =
      "${__P("
          + VERSION
          + ",)};${__jexl3("
          + "var c = \"\".getClass(); c.forName(\"org.apache.jmeter.util.JMeterUtils\").getJMeterVersion()"
          + " + \";\" + c.forName(\"java.lang.management.ManagementFactory\").getOperatingSystemMXBean()"
          + ".getProcessCpuTime(),)}";

  final String name;
  final Share share;
  private final LongAdder requests = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private ClientJMeterEngine client;
  private ClockReading before = new ClockReading("", "?", Double.NaN, 0, 0);
  private ClockReading after;
  long firstUser;
  private long users;
  volatile int active;
  private volatile String lost = "";

  /**
   * State of a remote engine; the version is "" for a plain jmeter-server. The local clock is ahead
   * of the engine's clock by {@code offset} ± {@code error} milliseconds.
   */
  private record ClockReading(
      String version, String jmeter, double cpuSeconds, double offset, double error) {}

  RemoteEngine(String name, Share share) {
    this.name = name;
    this.share = share;
  }

  boolean isCloakroom() {
    return !before.version.isEmpty();
  }

  /** Returns the milliseconds to add to the engine's times to convert them to local times. */
  long offset() {
    return Math.round(before.offset);
  }

  void assignUsers(long allUsers) {
    firstUser = share.before(allUsers);
    users = share.of(allUsers);
  }

  void connect() {
    try {
      client = new ClientJMeterEngine(name);
    } catch (ConnectException | NotBoundException e) {
      throw failure("no JMeter engine answers: " + OneLine.ofCause(e));
    } catch (RemoteException | RuntimeException e) {
      throw failure("cannot connect (" + OneLine.ofCause(e) + "); " + keyRule());
    }
    readBefore();
    String version = Installation.version(RemoteEngine.class);
    String jmeter = JMeterUtils.getJMeterVersion();
    if (!before.jmeter.equals(jmeter)) {
      throw failure("is JMeter " + before.jmeter + "; start JMeter " + jmeter + " there");
    }
    if (isCloakroom() && !before.version.equals(version)) {
      String rule = "is Cloakroom %s; start it with the stress.jar of this version, %s";
      throw failure(rule.formatted(before.version, version));
    }
  }

  /** Returns what to do about an engine that uses another key, or encryption on one side only. */
  private static String keyRule() {
    return JMeterUtils.getPropDefault("server.rmi.ssl.disable", false)
        ? "--engine-keys none requires an engine without encryption: start it with --engine-keys"
            + " none, jmeter-server with -Jserver.rmi.ssl.disable=true"
        : "--engine-keys: the engine requires the same key: copy %s to its folder of keys, or use none for run and engine"
            .formatted(Path.of(KEY_STORE).toAbsolutePath());
  }

  void readBefore() {
    before = read();
  }

  void readAfter() {
    try {
      after = lost.isEmpty() ? read() : null;
    } catch (StressFailure e) {
      after = null;
    }
  }

  /**
   * Measures how far the engine's clock is behind the local clock. The engine timestamps each
   * result row after the previous row arrived here and before this row arrives. These two local
   * arrival times bound the offset.
   */
  private ClockReading read() {
    List<SampleResult> rows = Collections.synchronizedList(new ArrayList<>());
    List<Long> received = Collections.synchronizedList(new ArrayList<>());
    RowReceiver listener =
        new RowReceiver(
            event -> {
              received.add(SteadyTime.millis());
              rows.add(event.getResult());
            });
    start(clockPlan(), new Properties(), listener, "Standard");
    if (!listener.ended.completeOnTimeout(false, 20, TimeUnit.SECONDS).join()) {
      throw failure("was reached but does not respond: make this machine reachable from there");
    }
    if (rows.size() < 2) {
      String rule = "does not run what it was sent: see its log; it must be JMeter %s";
      throw failure(rule.formatted(JMeterUtils.getJMeterVersion()));
    }
    long lower = Long.MIN_VALUE;
    long upper = Long.MAX_VALUE;
    for (int i = 0; i < rows.size(); i++) {
      upper = Math.min(upper, received.get(i) - rows.get(i).getEndTime());
      if (i > 0) {
        lower = Math.max(lower, received.get(i - 1) - rows.get(i).getStartTime());
      }
    }
    String[] state = rows.get(rows.size() - 1).getSampleLabel().split(";", -1);
    String jmeter = state.length > 1 ? state[1] : "?";
    boolean cpu = state.length > 2 && state[2].matches("\\d+");
    double seconds = cpu ? Long.parseLong(state[2]) / 1e9 : Double.NaN;
    double error = Math.abs(upper - lower) / 2.0;
    return new ClockReading(state[0], jmeter, seconds, (lower + upper) / 2.0, error);
  }

  private static LoadPlan clockPlan() {
    LoopController loop = new LoopController();
    loop.setLoops(20);
    ThreadGroup group = new ThreadGroup();
    group.setName("clock");
    group.setNumThreads(1);
    group.setRampUp(0);
    group.setSamplerController(loop);
    DebugSampler sampler = new DebugSampler();
    sampler.setName(ENGINE_STATE);
    for (String part :
        List.of("displayJMeterVariables", "displayJMeterProperties", "displaySystemProperties")) {
      sampler.setProperty(part, false);
    }
    ListedHashTree tree = new ListedHashTree();
    tree.add(new TestPlan("clock")).add(group).add(sampler);
    return new LoadPlan(tree);
  }

  void start(LoadPlan plan, Properties properties, RowReceiver rows, String mode) {
    plan.add(rows);
    for (int attempt = 1; ; attempt++) {
      try {
        synchronized (RemoteEngine.class) {
          JMeterUtils.setProperty("mode", mode); // JMeter reads it when it serializes the plan
        }
        client.configure(plan.tree());
        client.setProperties(properties);
        client.runTest();
        return;
      } catch (JMeterEngineException | RuntimeException e) {
        boolean busy = e.toString().contains("busy");
        if (!busy || attempt == 10) {
          throw failure(
              busy ? "is busy with another test; wait or restart it" : OneLine.ofCause(e));
        }
        LockSupport.parkNanos(200_000_000);
      }
    }
  }

  private StressFailure failure(String why) {
    return wrongUse("--engines " + name + ": " + why);
  }

  void stop(boolean now) {
    if (client != null && lost.isEmpty()) {
      client.stopTest(now);
    }
  }

  String checkResponds() {
    try {
      int colon = name.lastIndexOf(':');
      var unused =
          LocateRegistry.getRegistry(
                  name.substring(0, colon),
                  Integer.parseInt(name.substring(colon + 1)),
                  RmiUtils.createClientSocketFactory())
              .list();
      return "";
    } catch (RemoteException e) {
      return OneLine.ofCause(e);
    }
  }

  void ended(String why) {
    lost = why;
    active = 0;
  }

  /**
   * Records a result row of the engine. Renumbers its user, because each engine numbers users from
   * 1.
   */
  void recordSample(SampleResult sample, boolean counts) {
    active = sample.getAllThreads();
    String thread = sample.getThreadName();
    int dash = thread.lastIndexOf('-');
    String kind = thread.substring(thread.startsWith(name + "-") ? name.length() + 1 : 0, dash + 1);
    sample.setThreadName(kind + (Long.parseLong(thread.substring(dash + 1)) + firstUser));
    if (counts) {
      requests.increment();
      errors.add(sample.isSuccessful() ? 0 : 1);
    }
  }

  EnginePart report() {
    boolean cpu = after != null && !Double.isNaN(after.cpuSeconds);
    return new EnginePart(
        name,
        isCloakroom() ? "Cloakroom " + before.version : "JMeter " + before.jmeter,
        firstUser + 1,
        users,
        before.offset,
        before.error,
        after == null ? null : after.offset - before.offset,
        isCloakroom(),
        requests.sum(),
        errors.sum(),
        cpu ? after.cpuSeconds - before.cpuSeconds : null,
        lost.isEmpty() ? null : lost);
  }

  /**
   * Local listener for result rows of a remote engine. The plan sent to the engine contains an RMI
   * stub of this listener.
   */
  static final class RowReceiver extends PlanElement
      implements Remoteable, SampleListener, TestStateListener {
    final transient CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private final transient Consumer<SampleEvent> action;

    RowReceiver(Consumer<SampleEvent> action) {
      this.action = action;
    }

    @Override
    public void sampleOccurred(SampleEvent event) {
      action.accept(event);
    }

    @Override
    public void testEnded(String host) {
      ended.complete(true);
    }

    @Override
    public void testEnded() {}

    @Override
    public void testStarted() {}

    @Override
    public void testStarted(String host) {}
  }
}
