package cloakroom.stress.load;

import cloakroom.contract.Headers;
import cloakroom.contract.Phase;
import cloakroom.platform.Daemons;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.CountersFile.EnginePart;
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
 * Load of one trial on several remote engines. Each engine runs a share of the users and sends back
 * results. This process counts the results and converts their times to the local clock.
 */
final class RemoteLoad extends Load {
  private static final List<String> COLUMNS =
      List.of((SampleColumn.all() + "," + CommitLedger.VARIABLES).split(",", -1));

  private final EngineSettings settings;
  private final Events events;
  private final SampleRecorder recorder;
  private final CommitLedger ledger;
  private final List<RemoteEngine> engines;

  /** Completed with the failure if an engine cannot start, and with null if one is lost later. */
  private final CompletableFuture<StressFailure> broken = new CompletableFuture<>();

  private final ConcurrentLinkedQueue<ReceivedSample> commits = new ConcurrentLinkedQueue<>();

  /**
   * Sample with its user's variables, kept for sorting because engines send batches out of order.
   */
  private record ReceivedSample(SampleResult sample, JMeterVariables variables) {
    long end() {
      return sample.getTimeStamp() + sample.getTime();
    }
  }

  RemoteLoad(EngineSettings settings, Events events, SampleRecorder recorder, CommitLedger ledger) {
    super(settings.out);
    this.settings = settings;
    this.events = events;
    this.recorder = recorder;
    this.ledger = ledger;
    this.engines = engines(settings.engines);
  }

  private static List<RemoteEngine> engines(List<String> names) {
    List<RemoteEngine> engines = new ArrayList<>();
    for (String name : names) {
      engines.add(new RemoteEngine(name, new Share(engines.size(), names.size())));
    }
    return engines;
  }

  /** Connects to engines. Throws StressFailure if one of them cannot take part in a load. */
  static List<EnginePart> contact(List<String> names) {
    List<RemoteEngine> engines = engines(names);
    engines.forEach(RemoteEngine::connect);
    return engines.stream().map(RemoteEngine::report).toList();
  }

  private void sendEngines() {
    List<EnginePart> reports = engines.stream().map(RemoteEngine::report).toList();
    events.send(Events.ENGINES, Map.of("engines", reports));
  }

  @Override
  void run() {
    samples.testStarted();
    try {
      engines.forEach(RemoteEngine::connect);
      long users = LoadPlan.stock(settings.plan).users();
      engines.forEach(engine -> engine.assignUsers(users));
      sendEngines();
      phase(true);
      if (!cutShort) {
        engines.forEach(RemoteEngine::readBefore);
        recorder.begin();
        phase(false);
        engines.forEach(RemoteEngine::readAfter);
      }
    } finally {
      samples.testEnded();
      ended.complete(null);
      commits.stream()
          .sorted(Comparator.comparingLong(ReceivedSample::end))
          .forEach(commit -> ledger.note(commit.sample, commit.variables));
      sendEngines();
    }
  }

  private void phase(boolean warmUp) {
    Map<RemoteEngine, LoadPlan> plans = new LinkedHashMap<>();
    for (RemoteEngine engine : engines) {
      boolean cloakroom = engine.isCloakroom();
      LoadPlan plan = cloakroom ? LoadPlan.read(settings.plan) : LoadPlan.stock(settings.plan);
      if (plan.keep(warmUp, engine.share)) {
        addColumns(plan, cloakroom);
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
      cutShort = true; // the users of a part of the engines are no measurement
      stopUsers(true);
      StopSignal.completes(all, Duration.ofSeconds(MAX_STOP_SECONDS));
    }
    StressFailure failure = broken.getNow(null);
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Adds the elements that fill Cloakroom's columns of samples.jtl. A plain jmeter-server lacks
   * Cloakroom's classes, so its samples get no due times.
   */
  private static void addColumns(LoadPlan plan, boolean cloakroom) {
    if (cloakroom) {
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

  private CompletableFuture<Void> start(RemoteEngine engine, LoadPlan plan) {
    RowReceiver rows = new RowReceiver(event -> row(engine, event));
    Properties properties = JMeterHome.properties(settings.properties);
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

  /** Checks each second that an engine responds. JMeter would wait forever for a dead engine. */
  private void watch(RemoteEngine engine, RowReceiver rows) {
    int silent = 0;
    while (!StopSignal.completes(rows.ended, Duration.ofSeconds(1)) && !ended.isDone()) {
      String why = engine.checkResponds();
      silent = why.isEmpty() ? 0 : silent + 1;
      if (silent == 2) {
        engine.ended(why);
        long at = SteadyTime.millis();
        events.send(Events.LOST, Map.of("engine", engine.name, "at", at, "why", why));
        broken.complete(null);
        return;
      }
    }
    engine.ended("");
  }

  private void row(RemoteEngine engine, SampleEvent event) {
    SampleResult sample = event.getResult();
    if (cutShort && SampleMarks.brokenOff(sample)) {
      return;
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
    if (!settings.ledger.isEmpty() && !transaction && CommitLedger.concerns(sample)) {
      commits.add(new ReceivedSample(sample, variables));
    }
    // The file needs times of the local clock, but the recorder needs times of the engine's clock.
    String column = SampleColumn.DUE.label();
    String due = variables.get(column);
    variables.put(column, due == null ? "" : due);
    sample.setTimeStamp(sample.getTimeStamp() + engine.offset());
    recorder.sampleOccurred(new SampleEvent(sample, event.getThreadGroup(), variables));
    variables.put(column, due == null ? "" : Long.toString(Long.parseLong(due) + engine.offset()));
    samples.sampleOccurred(new SampleEvent(sample, event.getThreadGroup(), variables));
  }

  @Override
  int users() {
    return engines.stream().mapToInt(engine -> engine.active).sum();
  }

  @Override
  void stopUsers(boolean now) {
    engines.forEach(engine -> engine.stop(now));
  }

  @Override
  void stop() {
    super.stop();
    broken.complete(null);
  }
}
