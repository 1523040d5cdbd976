package cloakroom.stress.judge;

import cloakroom.contract.Counter;
import cloakroom.contract.TierTimes;
import cloakroom.stress.folder.RunConfig.TrialConfig;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.options.VariantOptions;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** One trial of a synthetic run; its three counters agree unless a test makes them lie. */
public final class SyntheticTrial {
  public static final long FROM = 1_760_000_000_000L;
  private static final int[] WAVE = {-1, 0, 1, 0};

  /** One row of the JTL, to be changed by a test before it is written. */
  public static final class Row {
    public long start;
    public long elapsed;
    public long due;
    public boolean dueReported = true;
    public String label = "departments change";
    public String code = "200";
    public String message = "OK";
    public String thread = "users 1-1";
    public boolean success = true;
    public String failure = "";
    public String tierError = "";
    public String errorClass = "";
    public String commit = "";

    public void fail(String status, String message) {
      success = false;
      code = status;
      failure = message;
    }

    private String csv() {
      String http = "%d,%d,%s,%s,%s,%s,text,%b,%s,100,100,1,1,null,%2$d,0,0,";
      return http.formatted(
              start, elapsed, label, code, quoted(message), thread, success, quoted(failure))
          + "\"%s\",\"%s\",\"%s\",\"%s\"\n"
              .formatted(dueReported ? due : "", tierError, errorClass, commit);
    }

    private static String quoted(String text) {
      return '"' + text.replace("\"", "\"\"") + '"';
    }

    private boolean answered() {
      return code.matches("\\d+");
    }

    private boolean transaction() {
      return message.startsWith("Number of samples");
    }

    private boolean warmUp() {
      return thread.startsWith("warm-up");
    }
  }

  private final String folder;
  private final Variant variant;
  private final Random random;
  private int seconds = 30;
  private int perSecond = 20;
  private int least = 10;
  private int spread = 6;
  private double meanInUse = 2;
  private int sessions = 20;
  private long snapshots;
  private long gcMillis;
  private double leased;
  private double strangers = 0.1;
  private double steal;
  private String store = "ps-txn-classic";
  private SyntheticServer server;
  private final List<Consumer<List<Row>>> edits = new ArrayList<>();
  private final List<Consumer<ObjectNode>> counterEdits = new ArrayList<>();

  SyntheticTrial(String folder, Variant variant, long seed) {
    this.folder = folder;
    this.variant = variant;
    this.random = new Random(seed);
  }

  String folder() {
    return folder;
  }

  String variant() {
    return variant.name();
  }

  TrialConfig config(int sharedRows) {
    Variant shared =
        sharedRows > 0 ? variant.with(VariantOptions.SHARED_ROWS, sharedRows) : variant;
    return new TrialConfig(
        folder,
        variant.name(),
        variant.policy(),
        shared.choices().all(),
        store,
        "hikari",
        200,
        Map.of("jbo.recyclethreshold", "200"),
        variant.step());
  }

  /** Service times from {@code least} up to {@code least + spread} milliseconds. */
  public SyntheticTrial service(int leastMillis, int spreadMillis) {
    least = leastMillis;
    spread = spreadMillis;
    return this;
  }

  public SyntheticTrial load(int lengthSeconds, int requestsPerSecond) {
    seconds = lengthSeconds;
    perSecond = requestsPerSecond;
    return this;
  }

  public SyntheticTrial inUse(double mean, int databaseSessions) {
    meanInUse = mean;
    sessions = databaseSessions;
    return this;
  }

  public SyntheticTrial snapshots(long number) {
    snapshots = number;
    return this;
  }

  public SyntheticTrial store(String name) {
    store = name;
    return this;
  }

  /** The series has the sum of lease times, which says that so many are in use. */
  public SyntheticTrial leases(double meanInUse) {
    leased = meanInUse;
    return this;
  }

  /** So many processors of two are others' on average: nothing at first, then twice as many. */
  public SyntheticTrial others(double programs, double hypervisor) {
    strangers = programs;
    steal = hypervisor;
    return this;
  }

  /** The record of the database server; without it the trial has none. */
  public SyntheticTrial server(SyntheticServer told) {
    server = told;
    return this;
  }

  /** Changes counters.json, which agrees with the rows, before it is written. */
  private SyntheticTrial counters(Consumer<ObjectNode> edit) {
    counterEdits.add(edit);
    return this;
  }

  public SyntheticTrial unavailableReasons(String counter) {
    return counters(
        json -> {
          json.withObject("/database/unavailableReasons").put(counter, "nobody counts " + counter);
          json.withObject("/database/before").remove(counter);
          json.withObject("/database/after").remove(counter);
        });
  }

  /** The database server was restarted in mid-trial, or its statistics were reset. */
  public SyntheticTrial restarted(String why) {
    return counters(json -> json.withObject("/database").put("interrupted", why));
  }

  public SyntheticTrial withOthers(String counter) {
    return counters(json -> json.withArray("/database/withOthers").add(counter));
  }

  public SyntheticTrial heap(long bytes) {
    return counters(
        json ->
            json.putObject("liveHeap")
                .put("bytesBefore", 10L << 20)
                .put("bytes", bytes)
                .put("sessions", sessions)
                .put("instances", 2 * sessions)
                .put("pauseMillis", 120));
  }

  /** A relay lay between tier and database, and counted so many round trips. */
  public SyntheticTrial relay(long roundTrips) {
    return counters(
        json -> {
          json.withObject("/counters")
              .put("databaseRoundTrips", roundTrips + 100)
              .put("databaseBytesSent", 50 * roundTrips)
              .put("databaseBytesReceived", 70 * roundTrips);
          json.withObject("/baseline")
              .put("databaseRoundTrips", 100)
              .put("databaseBytesSent", 0)
              .put("databaseBytesReceived", 0);
          json.withObject("/cpuSeconds").put("relay", 1.5);
        });
  }

  public SyntheticTrial gc(long millis) {
    gcMillis = millis;
    return this;
  }

  /**
   * Remote engines in turn send all requests; of those of a stock engine, due times are unknown.
   */
  public SyntheticTrial engines(boolean... stock) {
    counters(
        json -> {
          for (int i = 0; i < stock.length; i++) {
            ObjectNode engine = json.withArray("/engines").addObject().put("name", "10.0.0." + i);
            engine.put("version", stock[i] ? "JMeter 5.6.3" : "Cloakroom 0.1.0");
            engine.put("firstUser", 1 + i).put("users", 1).put("offsetMs", 0.5);
            engine.put("offsetErrorMs", 0.5).put("reportsDueTime", !stock[i]);
            engine.put("requests", 300).put("errors", 0);
          }
        });
    return rows(
        rows -> {
          for (int i = 0; i < rows.size(); i++) {
            rows.get(i).dueReported = !stock[i % stock.length];
          }
        });
  }

  public SyntheticTrial failedSamples(String failures) {
    return counters(json -> json.put("failedSamples", failures));
  }

  public SyntheticTrial cutShort() {
    return counters(json -> json.withObject("/engine").put("cutShort", true));
  }

  /**
   * Nothing but probes of one kind, besides those of earlier calls: so many were kept, so many lost
   * and so on. Every second refused one is refused at its write, and has no read.
   */
  public SyntheticTrial probes(String kind, int kept, int lost, int leaked, int refused) {
    perSecond = 0;
    return rows(
        rows -> {
          add(rows, kind, kept, row -> {});
          add(rows, kind, lost, row -> row.fail("200", "lost: own-7-a, read null"));
          add(rows, kind, leaked, row -> row.fail("200", "leaked: own-7-a, read own-9-b"));
          add(rows, kind, refused / 2, row -> row.fail("503", "lost: no JSON"));
          for (int i = 0; i < refused - refused / 2; i++) {
            probe(rows, "write " + kind).fail("503", "");
          }
        });
  }

  /** 240 probes of each kind; connections or transactions may lose, sessions may leak them. */
  public SyntheticTrial verdicts(boolean shares, boolean leaks) {
    load(10, 0).probes("viewState", 240, 0, 0, 0).probes("pendingChange", 240, 0, 0, 0);
    probes("postedChange", shares ? 0 : 240, shares ? 240 : 0, 0, 0);
    probes("rowLock", shares ? 0 : 240, shares ? 237 : 0, 0, shares ? 3 : 0);
    probes("temporaryRows", shares ? 3 : 240, shares ? leaks ? 197 : 237 : 0, leaks ? 40 : 0, 0);
    probes("sessionVariable", shares ? 5 : 240, shares && !leaks ? 235 : 0, leaks ? 235 : 0, 0);
    probes("openCursor", shares ? 0 : 240, shares ? 240 : 0, 0, 0);
    return probes("upload", shares ? 200 : 240, 0, 0, shares ? 40 : 0);
  }

  private void add(List<Row> rows, String kind, int number, Consumer<Row> verdict) {
    for (int i = 0; i < number; i++) {
      probe(rows, "write " + kind);
      verdict.accept(probe(rows, "read " + kind));
    }
  }

  private Row probe(List<Row> rows, String label) {
    Row row = row(FROM + rows.size() * 7L % (seconds * 900L), 0);
    row.label = label;
    rows.add(row);
    return row;
  }

  public SyntheticTrial cleanings(long number, long roundTrips, long micros) {
    lie("connectionResets", number);
    lie("resetRoundTrips", roundTrips);
    return lie("resetMicros", micros);
  }

  /** Kills a node, which happens to have counted nothing: the others tell everything. */
  public SyntheticTrial killed(int node, long afterMillis) {
    return counters(
        json -> {
          json.putObject("killed").put("node", node).put("afterMs", afterMillis);
          json.putObject("surviving").set("counters", json.get("counters"));
          json.withObject("/surviving").set("gauges", json.get("gauges"));
        });
  }

  public SyntheticTrial fault(String kind, long afterMillis, long millis, long changesLost) {
    return counters(
        json -> {
          long at = json.path("measuredFrom").asLong() + afterMillis;
          ObjectNode fault = json.withArray("/faults").addObject().put("kind", kind);
          fault.put("text", kind + "@1s").put("at", at).put("until", at + millis);
          fault.put("failure", "");
          ObjectNode ledger = json.putObject("ledger").put("acknowledged", 90).put("inDoubt", 2);
          ledger.put("inDoubtCommitted", 1).put("lost", changesLost).putArray("examples");
        });
  }

  /** No request begins between two times of the measured phase. */
  public SyntheticTrial idle(long fromMillis, long toMillis) {
    return rows(
        rows -> rows.removeIf(row -> row.start > FROM + fromMillis && row.start < FROM + toMillis));
  }

  public SyntheticTrial rows(Consumer<List<Row>> edit) {
    edits.add(edit);
    return this;
  }

  /** Adds to a counter of the tier what did not happen. */
  public SyntheticTrial lie(String counter, long by) {
    return counters(json -> add(json.withObject("/counters"), counter, by));
  }

  /** Adds to a counter of the database what did not happen. */
  public SyntheticTrial databaseLie(String counter, long by) {
    return counters(json -> add(json.withObject("/database/after"), counter, by));
  }

  private static void add(ObjectNode counts, String counter, long by) {
    counts.put(counter, counts.path(counter).asLong() + by);
  }

  void write(Path into) throws IOException {
    Files.createDirectories(into.resolve("dashboard"));
    Files.createDirectories(into.resolve("logs"));
    Files.writeString(into.resolve("dashboard/index.html"), "dashboard");
    Files.writeString(into.resolve("logs/jmeter.log"), "log");
    List<Row> rows = generate();
    edits.forEach(edit -> edit.accept(rows));
    writeSamples(into.resolve("samples.jtl"), rows);
    writeSeries(into.resolve("series.csv"));
    if (server != null) {
      server.write(into.resolve("server.csv"), seconds);
    }
    SyntheticRun.MAPPER.writeValue(into.resolve("counters.json").toFile(), counters(rows));
  }

  private List<Row> generate() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Row row = row(FROM - 2000 + 100L * i, i);
      row.thread = "warm-up 1-1";
      rows.add(row);
    }
    for (int second = 0; second < seconds; second++) {
      for (int i = 0; i < perSecond; i++) {
        rows.add(row(FROM + second * 1000L + i * 900L / perSecond, i));
        if (i % 2 == 1) {
          rows.add(transaction(rows.get(rows.size() - 2)));
        }
      }
    }
    return rows;
  }

  private Row row(long start, int i) {
    Row row = new Row();
    row.start = start;
    row.due = start - random.nextInt(2);
    row.elapsed = (long) least + random.nextInt(spread + 1);
    row.label = i % 2 == 0 ? "departments change" : "departments commit";
    return row;
  }

  private static Row transaction(Row of) {
    Row row = new Row();
    row.start = of.start;
    row.due = of.due;
    row.elapsed = 2L * of.elapsed;
    row.label = "departments change and commit";
    row.message = "Number of samples in transaction : 2, number of failing samples : 0";
    return row;
  }

  private static void writeSamples(Path file, List<Row> rows) throws IOException {
    StringBuilder text =
        new StringBuilder(
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,"
                + "failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,"
                + "Connect,\"due\",\"tierError\",\"errorClass\",\"commit\"\n");
    rows.forEach(row -> text.append(row.csv()));
    Files.writeString(file, text);
  }

  private void writeSeries(Path file) throws IOException {
    StringBuilder text =
        new StringBuilder(
            "epochMs,phase,instances,connectionsInUse,connectionsHeld,databaseConnections,"
                + "logicalPassivations,snapshotWrites,activations,gcGeneratorMs,leaseMicros,"
                + "cpuGenerator,cpuTier,cpuDatabase,cpuRelay,cpuRunner,cpuMachine,cpuSteal,processors\n");
    for (int second = 0; second < seconds; second++) {
      long wave = Math.round(meanInUse + WAVE[second % WAVE.length] * Math.min(1, meanInUse));
      text.append(
          "%1$d,measured,%2$d,%3$d,%4$d,%2$d,%5$d,%6$d,%6$d,%7$d,%8$s,%9$s\n"
              .formatted(
                  FROM + second * 1000L,
                  sessions,
                  wave,
                  0,
                  (second + 1) * 10L,
                  snapshots * (second + 1L) / seconds,
                  gcMillis * (long) second / Math.max(1, seconds - 1),
                  leased > 0 ? Math.round(second * leased * 1_000_000) : "",
                  processors(second)));
    }
    Files.writeString(file, text);
  }

  private String processors(int second) {
    double others = 2 * Math.max(0, second - (seconds - 1) / 2.0);
    String ours = "%.3f,%.3f,%.3f,,%.3f".formatted(second * 0.2, second * 0.3, second * 0.4, 9.0);
    String all = "%.3f,%.3f,2".formatted(999 + second * 0.9 + others * strangers, others * steal);
    return ours + "," + all;
  }

  private ObjectNode counters(List<Row> rows) {
    ObjectNode root = SyntheticRun.MAPPER.createObjectNode();
    root.put("policy", variant.policy()).put("pool", "hikari").put("poolSize", 200);
    ObjectNode settings = root.put("store", store).putObject("settings");
    settings.put("policy", variant.policy()).put("store", store).put("reset-level", "rollback");
    settings.putObject("driver").put("socketTimeout", "60").put("defaultRowFetchSize", "100");
    Map<String, Long> total = total(rows);
    root.set("counters", SyntheticRun.MAPPER.valueToTree(total));
    root.set("baseline", SyntheticRun.MAPPER.valueToTree(baseline(rows)));
    ObjectNode gauges = root.putObject("gauges");
    gauges.put("busy", 0).put("maxInstances", 160).put("maxConnectionsInUse", 160);
    gauges.put("maxConnectionsHeld", sessions);
    root.set("tierTimes", SyntheticRun.MAPPER.valueToTree(tierTimes(rows)));
    Map<String, Long> database = database(total);
    root.putObject("database").set("after", SyntheticRun.MAPPER.valueToTree(database));
    ObjectNode before = root.withObject("/database/before");
    database.keySet().forEach(counter -> before.put(counter, 0L));
    root.withObject("/database/changedRowsByTable").put("departments", 1).put("employees", 1);
    if (server != null) {
      root.set("server", server.json(seconds));
    }
    root.put("monitorSessions", 2).put("measuredFrom", FROM);
    root.put("measuredTo", FROM + seconds * 1000L);
    root.putObject("engine").put("cutShort", false).put("gcMillis", gcMillis);
    root.putObject("cpuSeconds").put("generator", 8.5).put("tier", 12.25).put("database", 20.125);
    counterEdits.forEach(edit -> edit.accept(root));
    return root;
  }

  private Map<String, Long> total(List<Row> rows) {
    Map<String, Long> all = zeroes();
    List<Row> requests = rows.stream().filter(row -> !row.transaction()).toList();
    long answered = requests.stream().filter(Row::answered).count();
    long ofNothing = requests.stream().filter(r -> !r.commit.isEmpty()).count();
    long commits =
        requests.stream()
                .filter(r -> r.success && r.label.endsWith(" commit") && r.tierError.isEmpty())
                .count()
            - ofNothing;
    all.put("emptyCommits", ofNothing);
    all.put("requests", answered);
    all.put("checkouts", answered);
    all.put("checkins", answered);
    all.put("logicalPassivations", seconds * 10L);
    all.put("snapshotWrites", snapshots);
    all.put("snapshotWritesRecycle", snapshots);
    all.put("snapshotReads", snapshots);
    all.put("activations", snapshots);
    all.put("connectionsCreated", (long) sessions);
    all.put("leaseMicros", Math.round(meanInUse * seconds * 1_000_000));
    if (!variant.policy().equals("noop")) {
      all.put("commits", commits);
      all.put("postedRows", commits);
      all.put("connectionsBorrowed", answered);
      all.put("connectionsReturned", answered);
    }
    return all;
  }

  private static Map<String, Long> baseline(List<Row> rows) {
    Map<String, Long> baseline = zeroes();
    baseline.put("requests", rows.stream().filter(Row::warmUp).filter(Row::answered).count());
    return baseline;
  }

  private static Map<String, Long> zeroes() {
    Map<String, Long> zeroes = new LinkedHashMap<>();
    Arrays.stream(Counter.values())
        .filter(counter -> !counter.isGauge() && !counter.isOfRelay())
        .forEach(counter -> zeroes.put(counter.label(), 0L));
    return zeroes;
  }

  private Map<String, Long> database(Map<String, Long> tier) {
    return Map.of(
        "sessions",
        tier.get("connectionsCreated") + 2,
        "commits",
        tier.get("commits") + snapshots + 5L,
        "rollbacks",
        0L,
        "psTxnInserts",
        snapshots,
        "psTxnUpdates",
        0L,
        "changedRows",
        tier.get("postedRows"));
  }

  /** In the tier a request takes nine tenths of what its user sees. */
  private static TierTimes tierTimes(List<Row> rows) {
    Histogram histogram = new Histogram(TierTimes.DIGITS);
    Map<Long, long[]> perSecond = new TreeMap<>();
    for (Row row : rows) {
      if (!row.transaction() && !row.warmUp() && row.answered()) {
        long micros = row.elapsed * 900;
        histogram.recordValue(micros);
        long at = row.start / 1000;
        long[] second =
            perSecond.computeIfAbsent(at, epochSecond -> new long[] {epochSecond, 0, 0});
        second[1]++;
        second[2] += micros;
      }
    }
    return tierTimes(histogram, List.copyOf(perSecond.values()));
  }

  public static TierTimes tierTimes(Histogram histogram, List<long[]> perSecond) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    String text = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    return new TierTimes(
        TierTimes.MICROSECONDS, histogram.getTotalCount(), histogram.getMean(), text, perSecond);
  }
}
