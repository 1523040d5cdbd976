import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Turns a flight recording into the tables of performance.md: where the processor's time went, who
 * allocated what, and where threads waited.
 *
 * <p>Use: {@code java docs/RecordingTables.java RECORDING.jfr [THREADS]}, where THREADS is the
 * beginning of the names of the threads that count; by default {@code tier}, on which requests run.
 * Any JDK from 17 on reads the recordings of older ones.
 */
final class RecordingTables {
  private static final int ROWS = 15;
  private static final String OURS = "cloakroom.";

  /** What is added up under a name. */
  private static final class Sums {
    final Map<String, double[]> byName = new TreeMap<>();

    void add(String name, double amount) {
      double[] sums = byName.computeIfAbsent(name, key -> new double[2]);
      sums[0] += amount;
      sums[1]++;
    }

    void print(String title, String unit, double scale) {
      double all = byName.values().stream().mapToDouble(sums -> sums[0]).sum();
      System.out.printf("%n| %s | share | %s | events |%n|---|---|---|---|%n", title, unit);
      byName.entrySet().stream()
          .sorted(Comparator.comparingDouble((Map.Entry<String, double[]> e) -> -e.getValue()[0]))
          .limit(ROWS)
          .forEach(
              e ->
                  System.out.printf(
                      Locale.ROOT,
                      "| `%s` | %.1f %% | %,.1f | %.0f |%n",
                      e.getKey(),
                      100 * e.getValue()[0] / all,
                      e.getValue()[0] * scale,
                      e.getValue()[1]));
      System.out.printf(Locale.ROOT, "| all | 100 %% | %,.1f | |%n", all * scale);
    }
  }

  private final String threads;
  private final Sums methods = new Sums();
  private final Sums callers = new Sums();
  private final Sums classes = new Sums();
  private final Sums sites = new Sums();
  private final Sums locks = new Sums();
  private final Sums pins = new Sums();

  private RecordingTables(String threads) {
    this.threads = threads;
  }

  public static void main(String[] args) throws IOException {
    if (args.length == 0 || args.length > 2) {
      System.err.println("use: java RecordingTables.java RECORDING.jfr [THREADS]");
      System.exit(2);
    }
    RecordingTables tables = new RecordingTables(args.length == 2 ? args[1] : "tier");
    try (RecordingFile file = new RecordingFile(Path.of(args[0]))) {
      while (file.hasMoreEvents()) {
        tables.read(file.readEvent());
      }
    }
    tables.print();
  }

  private void read(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.ExecutionSample" -> {
        if (counts(event.getThread("sampledThread"))) {
          methods.add(top(event), 1);
          callers.add(first(event), 1);
        }
      }
      case "jdk.ObjectAllocationSample" -> {
        if (counts(event.getThread("eventThread"))) {
          RecordedClass of = event.getClass("objectClass");
          classes.add(of.getName(), event.getLong("weight"));
          sites.add(first(event), event.getLong("weight"));
        }
      }
      case "jdk.JavaMonitorEnter" -> {
        if (counts(event.getThread("eventThread"))) {
          locks.add(event.getClass("monitorClass").getName() + " in " + first(event), nanos(event));
        }
      }
      case "jdk.ThreadPark" -> {
        RecordedClass on = event.getClass("parkedClass");
        if (counts(event.getThread("eventThread")) && on != null && isOurs(event)) {
          locks.add(on.getName() + " in " + first(event), nanos(event));
        }
      }
      case "jdk.VirtualThreadPinned" -> pins.add(first(event), nanos(event));
      default -> {
        // of no interest here
      }
    }
  }

  private boolean counts(RecordedThread thread) {
    String name = thread == null ? null : thread.getJavaName();
    return name != null && name.startsWith(threads);
  }

  private static double nanos(RecordedEvent event) {
    return event.getDuration().toNanos();
  }

  private static List<RecordedFrame> frames(RecordedEvent event) {
    return event.getStackTrace() == null ? List.of() : event.getStackTrace().getFrames();
  }

  private static String top(RecordedEvent event) {
    List<RecordedFrame> frames = frames(event);
    return frames.isEmpty() ? "(no frame)" : name(frames.get(0));
  }

  private static boolean isOurs(RecordedEvent event) {
    return frames(event).stream().anyMatch(frame -> name(frame).startsWith(OURS));
  }

  /** The first frame of Cloakroom's own, which is where something can be done. */
  private static String first(RecordedEvent event) {
    return frames(event).stream()
        .filter(frame -> name(frame).startsWith(OURS))
        .findFirst()
        .map(frame -> name(frame) + ":" + frame.getLineNumber())
        .orElseGet(() -> "not below Cloakroom: " + library(event));
  }

  private static String library(RecordedEvent event) {
    return frames(event).stream()
        .map(RecordingTables::name)
        .filter(name -> !name.startsWith("java.") && !name.startsWith("jdk."))
        .findFirst()
        .orElse(top(event));
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }

  private void print() {
    methods.print("method at work", "samples", 1);
    callers.print("on behalf of", "samples", 1);
    classes.print("allocated class", "MB", 1e-6);
    sites.print("allocation site", "MB", 1e-6);
    locks.print("waited for", "ms", 1e-6);
    if (!pins.byName.isEmpty()) {
      pins.print("virtual thread pinned in", "ms", 1e-6);
    }
  }
}
