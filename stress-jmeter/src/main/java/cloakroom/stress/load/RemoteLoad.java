package cloakroom.stress.load;

import cloakroom.contract.Headers;
import cloakroom.contract.Phase;
import cloakroom.platform.Daemons;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.SampleColumn;
import cloakroom.stress.load.LoadPlan.Share;
import cloakroom.stress.load.RemoteEngine.RowReceiver;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.jmeter.control.TransactionController;
import org.apache.jmeter.extractor.RegexExtractor;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.JMeterVariables;

/**
 * The load of one trial on several engines elsewhere: each has its part of the users, and its rows
 * come here, where they are put on this process' clock and counted as if they had been made here.
 */
final class RemoteLoad extends Load {
  /** What engines have to end what another has lost. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private static final List<String> COLUMNS =
      List.of((SampleColumn.all() + "," + CommitLedger.VARIABLES).split(",", -1));

  private final EngineSettings settings;
  private final Events events;
  private final SampleRecorder measurement;
  private final CommitLedger ledger;
  private final List<RemoteEngine> engines = new ArrayList<>();

  /** Completes when an engine cannot begin, and why, or when one was lost, with null. */
  private final CompletableFuture<StressFailure> broken = new CompletableFuture<>();

  private final ConcurrentLinkedQueue<ReceivedSample> commits = new ConcurrentLinkedQueue<>();

  /** A row of a user with his variables: batches of one engine may overtake each other. */
  private record ReceivedSample(SampleResult sample, JMeterVariables variables) {}

  RemoteLoad(
      EngineSettings settings, Events events, SampleRecorder measurement, CommitLedger ledger) {
    super(settings.out);
    this.settings = settings;
    this.events = events;
    this.measurement = measurement;
    this.ledger = ledger;
    for (String name : settings.engines) {
      engines.add(new RemoteEngine(name, new Share(engines.size(), settings.engines.size())));
    }
  }

  private void greet() {
    engines.forEach(RemoteEngine::connect);
    long users = LoadPlan.stock(settings.plan).users();
    engines.forEach(engine -> engine.assignUsers(users));
    tell();
  }

  private void tell() {
    events.send(
        Events.ENGINES, Map.of("engines", engines.stream().map(RemoteEngine::told).toList()));
  }

  @Override
  void run() {
    samples.testStarted();
    try {
      greet();
      phase(true);
      if (!cutShort) {
        engines.forEach(RemoteEngine::look);
        measurement.begin();
        phase(false);
        engines.forEach(RemoteEngine::lookAgain);
      }
    } finally {
      samples.testEnded();
      ended.complete(null);
      settle();
      tell();
    }
  }

  /** One phase on all engines at once, to its end or until one of them is lost. */
  private void phase(boolean warmUp) {
    Map<RemoteEngine, LoadPlan> plans = new LinkedHashMap<>();
    for (RemoteEngine engine : engines) {
      LoadPlan plan = engine.ours() ? LoadPlan.read(settings.plan) : LoadPlan.stock(settings.plan);
      if (plan.keep(warmUp, engine.share)) {
        mark(plan, engine.ours());
        plans.put(engine, plan);
      }
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(
            plans.entrySet().stream()
                .map(part -> start(part.getKey(), part.getValue()))
                .toArray(CompletableFuture[]::new));
    CompletableFuture.anyOf(all, broken).join();
    if (!all.isDone()) {
      cutShort = true; // what is left of the load makes no measurement
      leave(true);
      StopSignal.completes(all, PATIENCE);
    }
    StressFailure failure = broken.getNow(null);
    if (failure != null) {
      throw failure;
    }
  }

  /** How rows come by the columns that are ours; of a stock engine's nobody knows when due. */
  private static void mark(LoadPlan plan, boolean ours) {
    if (ours) {
      plan.add(new SampleMarks(null));
    } else {
      plan.add(header(SampleColumn.TIER_ERROR, Headers.ERROR));
      plan.add(header(SampleColumn.ERROR_CLASS, Headers.ERROR_CLASS));
      plan.add(header(SampleColumn.COMMIT, Headers.COMMIT));
    }
  }

  private static RegexExtractor header(SampleColumn column, String header) {
    RegexExtractor extractor = new RegexExtractor();
    extractor.setName(header);
    extractor.setUseField(RegexExtractor.USE_HDRS);
    extractor.setRefName(column.label());
    extractor.setRegex("(?i)" + header + ": *([^\\r\\n]*)");
    extractor.setTemplate("$1$");
    extractor.setMatchNumber(1);
    extractor.setDefaultEmptyValue(true);
    return extractor;
  }

  /** Completes when the engine has ended its part, or cannot begin. */
  private CompletableFuture<Void> start(RemoteEngine engine, LoadPlan plan) {
    RowReceiver rows = new RowReceiver(event -> row(engine, event));
    Properties properties = JMeterHome.ours(settings.properties);
    long offset = Long.parseLong(properties.getProperty("user_offset", "0"));
    properties.setProperty("user_offset", Long.toString(offset + engine.firstUser));
    properties.setProperty("sample_variables", String.join(",", COLUMNS));
    return CompletableFuture.runAsync(
        () -> {
          try {
            engine.start(plan, properties, rows, "StrippedBatch");
            watch(engine, rows);
          } catch (StressFailure e) {
            broken.complete(e);
          }
        },
        Daemons.each(engine.name));
  }

  /** JMeter does not notice an engine that has died: it is asked each second. */
  private void watch(RemoteEngine engine, RowReceiver rows) {
    int silent = 0;
    while (!StopSignal.completes(rows.ended, Duration.ofSeconds(1)) && !ended.isDone()) {
      String why = engine.silence();
      silent = why.isEmpty() ? 0 : silent + 1;
      if (silent == 2) {
        engine.ended(why);
        events.send(
            Events.LOST, Map.of("engine", engine.name, "at", SteadyTime.millis(), "why", why));
        broken.complete(null);
        return;
      }
    }
    engine.ended("");
  }

  private void row(RemoteEngine engine, SampleEvent event) {
    SampleResult sample = event.getResult();
    if (cutShort && SampleMarks.brokenOff(sample)) {
      return; // what we broke off ourselves is no failure of a server
    }
    JMeterVariables variables = new JMeterVariables();
    for (int i = 0; i < COLUMNS.size(); i++) {
      String value = event.getVarValue(i);
      if (value != null) {
        variables.put(COLUMNS.get(i), value);
      }
    }
    boolean transaction = TransactionController.isFromTransactionController(sample);
    engine.recordSample(sample, !transaction && !sample.getThreadName().contains(Phase.WARM_UP));
    if (settings.ledger && !transaction && CommitLedger.concerns(sample)) {
      commits.add(new ReceivedSample(sample, variables));
    }
    // times between moments of one clock here, stamps and moments of ours in the file
    String due = SampleColumn.DUE.label();
    String known = variables.get(due);
    variables.put(due, known == null ? Long.toString(sample.getStartTime()) : known);
    sample.setTimeStamp(sample.getTimeStamp() + engine.offset());
    measurement.sampleOccurred(new SampleEvent(sample, event.getThreadGroup(), variables));
    variables.put(due, known == null ? "" : Long.toString(Long.parseLong(known) + engine.offset()));
    samples.sampleOccurred(new SampleEvent(sample, event.getThreadGroup(), variables));
  }

  private void settle() {
    commits.stream()
        .sorted(
            Comparator.comparingLong(told -> told.sample.getTimeStamp() + told.sample.getTime()))
        .forEach(told -> ledger.note(told.sample, told.variables));
  }

  @Override
  int users() {
    return engines.stream().mapToInt(engine -> engine.active).sum();
  }

  @Override
  void leave(boolean now) {
    engines.forEach(engine -> engine.stop(now));
  }

  @Override
  void stop() {
    super.stop();
    broken.complete(null);
  }
}
