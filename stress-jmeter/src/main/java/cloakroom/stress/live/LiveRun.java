package cloakroom.stress.live;

import cloakroom.platform.Resources;
import cloakroom.stress.load.Tick;
import cloakroom.stress.monitor.SeriesRecorder.SeriesRow;
import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Status of a run, and metrics per second of its trials. Earlier seconds are kept for clients that
 * connect late or again: the newest in full, older ones thinned, so that memory is bounded.
 */
public final class LiveRun implements AutoCloseable {
  // Limits memory and page size. Rows of 40 minutes fit in full, at one row per second.
  static final int MAX_ROWS = 2_400;
  static final long NOTHING = -1;
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

  public record Trial(int number, int of, String variant, String policy, long transactions) {
    public String line(String doing) {
      return "trial %d/%d %s: %s".formatted(number, of, variant, doing);
    }

    public String progress(Tick tick) {
      return tick.measured() ? progress(tick.requests(), tick.transactions()) : line("warming up");
    }

    public String progress(long requests, long done) {
      String of = transactions < 0 ? "" : " of %,d".formatted(transactions);
      boolean counted = transactions >= 0 || done > 0;
      return line(
          counted ? "%,d%s transactions".formatted(done, of) : "%,d requests".formatted(requests));
    }
  }

  /**
   * Metric on the live page, from field {@code name} of JSON object {@code from}. An {@code event}
   * is a growing counter, shown as a rate. {@code chart} is the chart title or "".
   */
  private record LiveMetric(
      String from, String name, boolean event, String chart, String label, String unit) {
    private static final List<LiveMetric> ALL =
        Resources.rows("cloakroom/stress/live/figures.txt").stream().map(LiveMetric::of).toList();

    private static LiveMetric of(List<String> row) {
      String chart = row.get(3).equals("-") ? "" : row.get(3);
      boolean event = row.get(2).equals("event");
      return new LiveMetric(row.get(0), row.get(1), event, chart, row.get(4), row.get(5));
    }

    /**
     * Returns the metric's value; JSON null if the source did not respond or no request was timed.
     */
    private JsonNode valueIn(JsonNode parts) {
      JsonNode value = parts.path(from).path(name);
      boolean requests = parts.at("/tick/throughput").asDouble() > 0;
      boolean timed = !unit.equals("ms") || (requests && Double.isFinite(value.asDouble()));
      return value.isMissingNode() || !timed ? JsonNodeFactory.instance.nullNode() : value;
    }
  }

  /** Values of a second, which also represent the {@code span} - 1 seconds before it. */
  private record LiveRow(long number, ObjectNode point, int span) {
    String message() {
      return LiveRun.message(point.put("span", span));
    }
  }

  /** Rows of a trial, whose begin has {@code number}. Earlier rows represent {@code every} each. */
  private record TrialRows(long number, Trial trial, List<LiveRow> rows, int every) {
    /** Removes at least a quarter of the rows, the newest first, and leaves them evenly spaced. */
    TrialRows thin() {
      int span = every;
      List<LiveRow> kept = spaced(span);
      while (kept.size() > 1 && kept.size() > rows.size() * 3 / 4) {
        span *= 2;
        kept = spaced(span);
      }
      return new TrialRows(number, trial, kept, span);
    }

    /** Keeps the last of each {@code span} rows, whose counters include those of the others. */
    private List<LiveRow> spaced(int span) {
      List<LiveRow> kept = new ArrayList<>();
      int since = 0;
      for (LiveRow row : rows) {
        since += row.span;
        if (since >= span || row.number == rows.get(rows.size() - 1).number) {
          kept.add(new LiveRow(row.number, row.point, since));
          since = 0;
        }
      }
      return kept;
    }

    /** Returns the messages after event {@code after}. */
    Stream<String> messages(long after) {
      ObjectNode begin = object().put("begins", trial.variant()).put("trial", trial.number());
      Stream<String> begins = number > after ? Stream.of(message(begin)) : Stream.of();
      Stream<LiveRow> later = rows.stream().filter(row -> row.number > after);
      return Stream.concat(begins, later.map(LiveRow::message));
    }
  }

  /** Events for one client, the last numbered {@code number}; none follow if {@code last}. */
  record News(long number, String text, boolean last) {}

  @GuardedBy("this")
  private final List<TrialRows> trials = new ArrayList<>();

  @GuardedBy("this")
  private long latestNumber;

  /** Number of the event since which rows were thinned. Earlier clients receive all rows again. */
  @GuardedBy("this")
  private long thinned;

  @GuardedBy("this")
  private String status = "the run begins";

  @GuardedBy("this")
  private RunningTrial running;

  @GuardedBy("this")
  private boolean over;

  private volatile Supplier<List<ObjectNode>> nodes = List::of;

  private static final class RunningTrial {
    private final Trial trial;
    private String status;
    private ObjectNode parts;
    private long began;

    RunningTrial(Trial trial) {
      this.trial = trial;
      this.status = trial.line("begins");
    }

    ObjectNode point(SeriesRow row) {
      status = trial.progress(row.tick());
      parts = object().set("tick", Records.tree(row.tick())); // and those whose source responded
      row.tier().ifPresent(tier -> parts.set("gauges", Records.tree(tier.gauges())));
      row.tier().ifPresent(tier -> parts.set("counters", Records.tree(tier.counters())));
      row.database().ifPresent(activity -> parts.set("database", Records.tree(activity)));
      began = began == 0 ? row.epochMs() : began;
      ObjectNode point = object().put("variant", trial.variant());
      point.put("seconds", (row.epochMs() - began) / 1000.0);
      ArrayNode values = point.putArray("values");
      LiveMetric.ALL.forEach(metric -> values.add(metric.valueIn(parts)));
      return point;
    }

    String metrics() {
      Map<String, String> states = new LinkedHashMap<>();
      Map<String, String> events = new LinkedHashMap<>();
      for (LiveMetric metric : LiveMetric.ALL) {
        JsonNode value = metric.valueIn(parts);
        if (!value.isNull()) {
          (metric.event() ? events : states).put(metric.name(), value.asText());
        }
      }
      states.put("trial", Integer.toString(trial.number()));
      states.put("trials", Integer.toString(trial.of()));
      return "# HELP cloakroom_run_state state of the running trial\n"
          + "# TYPE cloakroom_run_state gauge\n"
          + samples("cloakroom_run_state{of=", states)
          + "# HELP cloakroom_run_events_total events of the running trial so far\n"
          + "# TYPE cloakroom_run_events_total counter\n"
          + samples("cloakroom_run_events_total{event=", events);
    }

    private String samples(String metric, Map<String, String> values) {
      String of = ",variant=" + quoted(trial.variant()) + ",policy=" + quoted(trial.policy());
      return values.entrySet().stream()
          .map(one -> metric + quoted(one.getKey()) + of + "} " + one.getValue() + "\n")
          .collect(Collectors.joining());
    }

    private static String quoted(String label) {
      return '"' + label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
  }

  public synchronized void say(String line) {
    status = line;
    advance();
  }

  public synchronized void begin(Trial trial) {
    running = new RunningTrial(trial);
    trials.add(new TrialRows(advance(), trial, new ArrayList<>(), 1));
  }

  public void nodes(Supplier<List<ObjectNode>> ofTrial) {
    nodes = ofTrial;
  }

  List<ObjectNode> nodes() {
    return nodes.get();
  }

  public synchronized void row(SeriesRow row) {
    if (running != null) {
      List<LiveRow> rows = trials.get(trials.size() - 1).rows;
      rows.add(new LiveRow(advance(), running.point(row), 1));
      if (trials.stream().mapToInt(trial -> trial.rows.size()).sum() > MAX_ROWS) {
        thin();
      }
    }
  }

  /** Thins the trial with the most rows; drops the first trial if all have one row. */
  @GuardedBy("this")
  private void thin() {
    int longest = 0;
    for (int i = 1; i < trials.size(); i++) {
      longest = trials.get(i).rows.size() > trials.get(longest).rows.size() ? i : longest;
    }
    if (trials.get(longest).rows.size() < 2) {
      trials.remove(0);
    } else {
      trials.set(longest, trials.get(longest).thin());
    }
    thinned = latestNumber;
  }

  public synchronized void end() {
    boolean last = running != null && running.trial.number() == running.trial.of();
    running = null;
    nodes = List::of;
    say(last ? "the trials are over" : "between two trials");
  }

  @Override
  public synchronized void close() {
    running = null;
    over = true;
    say("the run has ended");
  }

  @GuardedBy("this")
  private long advance() {
    notifyAll();
    return ++latestNumber;
  }

  /**
   * Waits for events after event {@code number}. {@link #NOTHING} requests all events and the
   * metric definitions; so does the number of an event after which rows were thinned. Returns an
   * SSE comment after ten seconds without events, because only a write can detect that a client has
   * disconnected.
   */
  synchronized News after(long number) throws InterruptedException {
    long end = System.nanoTime() + KEEP_ALIVE.toNanos();
    while (latestNumber == number && System.nanoTime() - end < 0) {
      wait(1_000);
    }
    if (latestNumber == number) {
      return new News(latestNumber, ": nothing new\n\n", over);
    }
    boolean all = number < thinned;
    String metrics = all ? message(Records.tree(Map.of("figures", LiveMetric.ALL))) : "";
    StringBuilder text = new StringBuilder(metrics);
    trials.stream().flatMap(trial -> trial.messages(all ? NOTHING : number)).forEach(text::append);
    String doing = running == null ? status : running.status;
    text.append(message(object().put("doing", doing).put("over", over)));
    return new News(latestNumber, text.toString(), over);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static String message(ObjectNode content) {
    return "data: " + content + "\n\n";
  }

  /** Returns the running trial's latest metrics for Prometheus; "" if no trial is running. */
  synchronized String metrics() {
    return running == null || running.parts == null ? "" : running.metrics();
  }
}
