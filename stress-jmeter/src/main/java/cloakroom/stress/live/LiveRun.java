package cloakroom.stress.live;

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

/**
 * A run while it goes: what is being done, and the figures of each second by variant, of the latest
 * trial of each. Whoever comes late is told what the others have seen.
 */
public final class LiveRun implements AutoCloseable {
  /** Rows of a trial that are kept: the latest twenty minutes. */
  private static final int MOST_KEPT = 1_200;

  private static final Duration SILENCE = Duration.ofSeconds(10);

  /** The number before that of anything that happens. */
  static final long NOTHING = -1;

  /** A trial; its load makes so many transactions, -1 when the plan alone knows. */
  public record Trial(int number, int of, String variant, String policy, long transactions) {
    public String line(String doing) {
      return "trial %d/%d %s: %s".formatted(number, of, variant, doing);
    }

    public String progress(Tick tick) {
      return tick.measured() ? progress(tick.requests(), tick.transactions()) : line("warming up");
    }

    /** The same of counts; a plan that groups no requests is counted in requests. */
    public String progress(long requests, long done) {
      String of = transactions < 0 ? "" : " of %,d".formatted(transactions);
      return line(
          transactions < 0 && done == 0
              ? "%,d requests".formatted(requests)
              : "%,d%s transactions".formatted(done, of));
    }
  }

  /** Something that happened, as a message; what came later has a higher number. */
  private record LiveMessage(long number, String message) {}

  /** What has happened up to that number; {@code last} when nothing will follow. */
  record News(long number, String text, boolean last) {}

  /** What was told of the latest trial of each variant: that it began, and its rows. */
  @GuardedBy("this")
  private final Map<String, List<LiveMessage>> told = new LinkedHashMap<>();

  /** The number of what happened last. */
  @GuardedBy("this")
  private long now;

  @GuardedBy("this")
  private String said = "the run begins";

  /** The trial that goes on, or null. */
  @GuardedBy("this")
  private Course course;

  @GuardedBy("this")
  private boolean over;

  private volatile Supplier<List<ObjectNode>> nodes = List::of;

  /** How far a trial is; it began with its first row. */
  private static final class Course {
    private final Trial trial;
    private SeriesRow last;
    private ObjectNode figures;
    private long began;

    Course(Trial trial) {
      this.trial = trial;
    }

    void row(SeriesRow row) {
      last = row;
      figures = LiveMetric.parts(row);
      began = began == 0 ? row.epochMs() : began;
    }

    String doing() {
      return last == null ? trial.line("begins") : trial.progress(last.tick());
    }

    ObjectNode point() {
      ObjectNode point = object().put("variant", trial.variant());
      point.put("seconds", (last.epochMs() - began) / 1000.0);
      ArrayNode values = point.putArray("values");
      for (LiveMetric figure : LiveMetric.ALL) {
        values.add(figure.in(figures));
      }
      return point;
    }

    /** The latest row in Prometheus' text format. */
    String metrics() {
      Map<String, String> states = new LinkedHashMap<>();
      Map<String, String> events = new LinkedHashMap<>();
      for (LiveMetric figure : LiveMetric.ALL) {
        JsonNode value = figure.in(figures);
        if (!value.isNull()) {
          (figure.event() ? events : states).put(figure.name(), value.asText());
        }
      }
      states.put("trial", Integer.toString(trial.number()));
      states.put("trials", Integer.toString(trial.of()));
      return "# HELP cloakroom_run_state how the running trial stands\n"
          + "# TYPE cloakroom_run_state gauge\n"
          + samples("cloakroom_run_state{of=", states)
          + "# HELP cloakroom_run_events_total what the running trial has counted so far\n"
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
    said = line;
    happened();
  }

  public synchronized void begin(Trial trial) {
    course = new Course(trial);
    long number = happened();
    String begins = message(object().put("begins", trial.variant()));
    told.put(trial.variant(), new ArrayList<>(List.of(new LiveMessage(number, begins))));
  }

  /** The nodes of the trial, each in JSON, as of the moment at which they are asked for. */
  public void nodes(Supplier<List<ObjectNode>> ofTrial) {
    nodes = ofTrial;
  }

  List<ObjectNode> nodes() {
    return nodes.get();
  }

  public synchronized void row(SeriesRow row) {
    if (course == null) {
      return;
    }
    course.row(row);
    List<LiveMessage> kept = told.get(course.trial.variant());
    kept.add(new LiveMessage(happened(), message(course.point())));
    if (kept.size() > MOST_KEPT) {
      kept.remove(1); // the first one says that the trial began
    }
  }

  public synchronized void end() {
    boolean last = course != null && course.trial.number() == course.trial.of();
    course = null;
    nodes = List::of;
    say(last ? "the trials are over" : "between two trials");
  }

  /** The run is over, and so is whoever looks at it. */
  @Override
  public synchronized void close() {
    course = null;
    over = true;
    say("the run has ended");
  }

  @GuardedBy("this")
  private long happened() {
    notifyAll();
    return ++now;
  }

  /**
   * Waits for what happens after that number, {@link #NOTHING} for all so far and what figures are;
   * after a silence it is a remark that shows who has gone.
   */
  synchronized News after(long number) throws InterruptedException {
    long silence = System.nanoTime() + SILENCE.toNanos();
    while (now == number && System.nanoTime() < silence) {
      wait(1_000);
    }
    if (now == number) {
      return new News(now, ": nothing new\n\n", over);
    }
    StringBuilder text = new StringBuilder();
    if (number == NOTHING) {
      text.append(message(Records.tree(Map.of("figures", LiveMetric.ALL))));
    }
    told.values().stream()
        .flatMap(List::stream)
        .filter(one -> one.number > number)
        .forEach(one -> text.append(one.message));
    return new News(now, text.append(state()).toString(), over);
  }

  @GuardedBy("this")
  private String state() {
    String doing = course == null ? said : course.doing();
    return message(object().put("doing", doing).put("over", over));
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** As a server-sent event; JSON has no line break. */
  private static String message(ObjectNode content) {
    return "data: " + content + "\n\n";
  }

  /** The latest row of the running trial for Prometheus; nothing between trials. */
  synchronized String metrics() {
    return course == null || course.last == null ? "" : course.metrics();
  }
}
