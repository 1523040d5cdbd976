package cloakroom.stress.load;

import cloakroom.platform.Installation;
import cloakroom.platform.OneLine;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.load.LoadPlan.Share;
import cloakroom.stress.process.StressFailure;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * One engine elsewhere, as its controller knows it: JMeter's own, of this jar or of a stock
 * jmeter-server. What it tells of itself, it tells by a plan of one user who asks for nothing.
 */
final class RemoteEngine {
  /** The property by which an engine of this jar says its version. */
  static final String OURS = "cloakroom.engine";

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int ROUNDS = 20;
  private static final String OTHER = ", and both have to be of one version; this is ";
  private static final String SELF_PORTRAIT =
      "${__P("
          + OURS
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

  /** What an engine says of itself; its clock is that of this process less {@code offset} ms. */
  private record ClockReading(
      String ours, String jmeter, double cpuSeconds, double offset, double unsure) {}

  RemoteEngine(String name, Share share) {
    this.name = name;
    this.share = share;
  }

  boolean ours() {
    return !before.ours.isEmpty();
  }

  /** What makes a moment on its clock one on that of this process. */
  long offset() {
    return Math.round(before.offset);
  }

  /** Its users are those after the first so many of all. */
  void assignUsers(long allUsers) {
    firstUser = share.before(allUsers);
    users = share.of(allUsers);
  }

  /** Finds it; fails in one line if there is none, or one that cannot run our plans. */
  void connect() {
    try {
      client = new ClientJMeterEngine(name);
    } catch (RemoteException | NotBoundException | RuntimeException e) {
      throw failure("no JMeter engine answers: " + OneLine.ofCause(e));
    }
    look();
    String version = Installation.version(RemoteEngine.class);
    if (!before.jmeter.equals(JMeterUtils.getJMeterVersion())) {
      throw failure("it runs JMeter " + before.jmeter + OTHER + JMeterUtils.getJMeterVersion());
    }
    if (ours() && !before.ours.equals(version)) {
      throw failure("it is Cloakroom " + before.ours + OTHER + version);
    }
  }

  /** Reads its clock and its processor time anew, before the measured phase. */
  void look() {
    before = read();
  }

  /** The same after the load, if it still can be asked. */
  void lookAgain() {
    try {
      after = lost.isEmpty() ? read() : null;
    } catch (StressFailure e) {
      after = null;
    }
  }

  /**
   * A row was made after the one before it was received here, and before it is itself: each gives
   * the offset of the clocks a bound from below and one from above.
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
    start(selfPortrait(), new Properties(), listener, "Standard");
    if (!listener.ended.completeOnTimeout(false, PATIENCE.toSeconds(), TimeUnit.SECONDS).join()) {
      throw failure("it was reached and gives no answer: can it reach this machine?");
    }
    long least = Long.MIN_VALUE;
    long most = Long.MAX_VALUE;
    for (int i = 0; i < rows.size(); i++) {
      most = Math.min(most, received.get(i) - rows.get(i).getEndTime());
      if (i > 0) {
        least = Math.max(least, received.get(i - 1) - rows.get(i).getStartTime());
      }
    }
    if (rows.size() < 2) {
      throw failure("it does not run what it was sent, see its log");
    }
    String[] told = rows.get(rows.size() - 1).getSampleLabel().split(";", -1);
    double cpu =
        told.length > 2 && told[2].matches("\\d+") ? Long.parseLong(told[2]) / 1e9 : Double.NaN;
    return new ClockReading(
        told[0],
        told.length > 1 ? told[1] : "?",
        cpu,
        (least + most) / 2.0,
        Math.abs(most - least) / 2.0);
  }

  private static LoadPlan selfPortrait() {
    LoopController loop = new LoopController();
    loop.setLoops(ROUNDS);
    ThreadGroup group = new ThreadGroup();
    group.setName("clock");
    group.setNumThreads(1);
    group.setRampUp(0);
    group.setSamplerController(loop);
    DebugSampler sampler = new DebugSampler();
    sampler.setName(SELF_PORTRAIT);
    for (String what :
        List.of("displayJMeterVariables", "displayJMeterProperties", "displaySystemProperties")) {
      sampler.setProperty(what, false);
    }
    ListedHashTree tree = new ListedHashTree();
    tree.add(new TestPlan("clock")).add(group).add(sampler);
    return new LoadPlan(tree);
  }

  /** Has it run a plan; an engine that has only just ended one may need a moment. */
  void start(LoadPlan plan, Properties properties, RowReceiver rows, String mode) {
    plan.add(rows);
    for (int attempt = 1; ; attempt++) {
      try {
        synchronized (RemoteEngine.class) {
          JMeterUtils.setProperty("mode", mode); // read while the plan is made ready to travel
        }
        client.configure(plan.tree());
        client.setProperties(properties);
        client.runTest();
        return;
      } catch (JMeterEngineException | RuntimeException e) {
        boolean busy = e.toString().contains("busy");
        if (!busy || attempt == 10) {
          throw failure(busy ? "it is busy with another test" : OneLine.ofCause(e));
        }
        LockSupport.parkNanos(200_000_000);
      }
    }
  }

  private StressFailure failure(String why) {
    return StressFailure.wrongUse("--engines " + name + ": " + why);
  }

  void stop(boolean now) {
    if (client != null && lost.isEmpty()) {
      client.stopTest(now);
    }
  }

  /** Why it does not answer; empty if it does. */
  String silence() {
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

  /** Its part is over; {@code why} it was given up, or "". */
  void ended(String why) {
    lost = why;
    active = 0;
  }

  /** Takes note of a row and gives its user the number that it has among all. */
  void recordSample(SampleResult sample, boolean counts) {
    active = sample.getAllThreads();
    String thread = sample.getThreadName();
    int dash = thread.lastIndexOf('-');
    String own = thread.substring(thread.startsWith(name + "-") ? name.length() + 1 : 0, dash + 1);
    sample.setThreadName(own + (Long.parseLong(thread.substring(dash + 1)) + firstUser));
    if (counts) {
      requests.increment();
      errors.add(sample.isSuccessful() ? 0 : 1);
    }
  }

  /** What is known of it and of what it did, as the event {@link Events#ENGINES} has it. */
  Map<String, Object> told() {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("name", name);
    told.put("version", ours() ? "Cloakroom " + before.ours : "JMeter " + before.jmeter);
    told.put("firstUser", firstUser + 1);
    told.put("users", users);
    told.put("offsetMs", before.offset);
    told.put("offsetErrorMs", before.unsure);
    told.put("driftMs", after == null ? null : after.offset - before.offset);
    told.put("lateness", ours());
    told.put("requests", requests.sum());
    told.put("errors", errors.sum());
    boolean cpu = after != null && !Double.isNaN(after.cpuSeconds);
    told.put("cpuSeconds", cpu ? after.cpuSeconds - before.cpuSeconds : null);
    told.put("lost", lost.isEmpty() ? null : lost);
    return told;
  }

  /** Stays here and hears the rows that the engine sends; JMeter sends a stand-in along. */
  static final class RowReceiver extends PlanElement
      implements Remoteable, SampleListener, TestStateListener {
    final transient CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private final transient Consumer<SampleEvent> each;

    RowReceiver(Consumer<SampleEvent> each) {
      this.each = each;
    }

    @Override
    public void sampleOccurred(SampleEvent event) {
      each.accept(event);
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
