package cloakroom.stress.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.stress.load.Tick;
import cloakroom.stress.run.Variants.TrialSpec;
import cloakroom.stress.watch.Sampler;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Shows how a run gets on. Never writes to the output stream, which is for results. */
interface RunProgress {
  RunProgress NONE = new RunProgress() {};

  /** A line about the run as a whole. */
  default void say(String line) {}

  /** A trial begins; its load makes so many transactions, -1 when the plan alone knows. */
  default void begin(TrialSpec trial, long transactions) {}

  /** The nodes of the trial that begins, each as it stands when it is asked for. */
  default void nodes(Supplier<List<ObjectNode>> nodes) {}

  default void tick(Tick tick) {}

  /** A second of the trial, as it stands in its series. */
  default void row(Sampler.Row row) {}

  /** The load is over; these are its final counts. */
  default void total(Tick tick) {}

  /** The trial is over, however it ended. */
  default void end() {}

  /** The way to show progress here. */
  static RunProgress here(boolean quiet) {
    if (quiet) {
      return NONE;
    }
    return interactive()
        ? new Bar(System.err, columns(), System.getenv("NO_COLOR") == null)
        : new Plain(System.err);
  }

  @SuppressWarnings("SystemConsoleNull") // isTerminal answers for the JDKs that never return null
  private static boolean interactive() {
    Console console = System.console();
    return console != null && !"dumb".equals(System.getenv("TERM")) && isTerminal(console);
  }

  /** From JDK 22 on there may be a console without a terminal, and a method that tells. */
  private static boolean isTerminal(Console console) {
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }

  /** The terminal's width at the start; 80 where nobody knows. */
  private static int columns() {
    try {
      Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
      String answer = new String(stty.getInputStream().readAllBytes(), UTF_8).strip();
      int columns = Integer.parseInt(answer.substring(answer.indexOf(' ') + 1));
      return columns == 0 ? 80 : Math.max(60, columns);
    } catch (IOException | NumberFormatException e) {
      return 80;
    }
  }

  /** For logs: a line when a trial and its measured phase begin, and every ten seconds. */
  final class Plain implements RunProgress {
    private static final int EVERY = 10;

    private final PrintStream out;
    private TrialSpec trial;
    private long expected;
    private int ticks;
    private Tick last = Tick.NONE;

    Plain(PrintStream out) {
      this.out = out;
    }

    @Override
    public synchronized void say(String line) {
      out.println(line);
    }

    @Override
    public synchronized void begin(TrialSpec next, long transactions) {
      trial = next;
      expected = transactions;
      ticks = 0;
      last = Tick.NONE;
      out.println(head(next) + "begins");
    }

    @Override
    public synchronized void tick(Tick tick) {
      boolean measuring = tick.measured() && !last.measured();
      last = tick;
      ticks = measuring ? 0 : ticks + 1;
      if (measuring || ticks % EVERY == 0) {
        out.println(line(trial, tick, expected));
      }
    }

    @Override
    public synchronized void total(Tick tick) {
      out.println(head(trial) + count(tick, expected) + ", " + errors(tick) + ", done");
    }

    static String line(TrialSpec trial, Tick tick, long expected) {
      return tick.measured()
          ? head(trial) + count(tick, expected) + ", " + figures(tick)
          : head(trial) + "warming up";
    }

    private static String head(TrialSpec trial) {
      return String.format(
          Locale.ROOT, "trial %d/%d %s: ", trial.number(), trial.of(), trial.variant().name());
    }

    /** A plan that groups its requests is counted in transactions, any other one in requests. */
    private static String count(Tick tick, long expected) {
      if (expected < 0 && tick.transactions() == 0) {
        return String.format(Locale.ROOT, "%,d requests", tick.requests());
      }
      String of = expected < 0 ? "" : String.format(Locale.ROOT, " of %,d", expected);
      return String.format(Locale.ROOT, "%,d%s transactions", tick.transactions(), of);
    }

    /** Throughput and mean of the last second, errors so far. */
    private static String figures(Tick tick) {
      return String.format(
          Locale.ROOT,
          "%.0f requests/s, mean %.1f ms, %s",
          tick.throughput(),
          tick.meanMs(),
          errors(tick));
    }

    private static String errors(Tick tick) {
      return String.format(Locale.ROOT, "%,d errors", tick.errors());
    }
  }

  /**
   * For terminals: one line that is drawn anew each second, with a bar, about how long the run will
   * still take, and the figures of the last second. What else is said goes above it.
   */
  final class Bar implements RunProgress {
    private static final int LONGEST = 30;
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";

    private final PrintStream out;
    private final int columns;
    private final boolean colours;
    private TrialSpec trial;
    private long expected;
    private Tick last = Tick.NONE;
    private long runFrom;
    private long trialFrom;
    private long measuredFrom;

    Bar(PrintStream out, int columns, boolean colours) {
      this.out = out;
      this.columns = columns - 1; // in the last column some terminals begin a new line
      this.colours = colours;
    }

    @Override
    public synchronized void say(String line) {
      if (trial == null) {
        out.println(line);
      } else {
        show("");
        out.println("\r" + line);
        draw();
      }
    }

    @Override
    public synchronized void begin(TrialSpec next, long transactions) {
      trial = next;
      expected = transactions;
      last = Tick.NONE;
      trialFrom = 0;
      draw();
    }

    @Override
    public synchronized void tick(Tick tick) {
      if (trial == null) {
        return;
      }
      trialFrom = trialFrom == 0 ? tick.at() : trialFrom;
      runFrom = runFrom == 0 ? trialFrom : runFrom;
      if (!last.measured()) {
        measuredFrom = last.at() == 0 ? trialFrom : last.at();
      }
      last = tick;
      draw();
    }

    @Override
    public synchronized void total(Tick tick) {
      last = tick;
      draw();
    }

    @Override
    public synchronized void end() {
      if (trial != null) {
        out.println();
        trial = null;
      }
    }

    private void draw() {
      String variant = trial.variant().name();
      String name = variant.substring(0, Math.min(variant.length(), columns / 3));
      String head = trial.number() + "/" + trial.of() + " " + name + "  ";
      String figures = last.measured() ? figures() : "warming up";
      int room = columns - head.length() - figures.length();
      String bar = expected > 0 && last.measured() ? bar(Math.min(LONGEST, room)) : "";
      show(head + bar + figures);
    }

    /** Nothing where there is no room for it. */
    private String bar(int width) {
      int cells = width - "[] 100 %  ".length();
      if (cells < 1) {
        return "";
      }
      double share = Math.min(1, (double) last.transactions() / expected);
      int done = (int) (share * cells);
      return String.format(
          Locale.ROOT,
          "[%s%s] %3d %%  ",
          "=".repeat(done),
          " ".repeat(cells - done),
          (int) (share * 100));
    }

    /** What must not be cut off on a narrow line comes first. */
    private String figures() {
      String counted =
          expected > 0
              ? left()
              : last.transactions() > 0
                  ? String.format(Locale.ROOT, "%,d transactions", last.transactions())
                  : String.format(Locale.ROOT, "%,d requests", last.requests());
      return String.format(
          Locale.ROOT,
          "%s  %s  %.0f/s  %.1f ms",
          errors(),
          counted,
          last.throughput(),
          last.meanMs());
    }

    private String errors() {
      return String.format(Locale.ROOT, "%,d errors", last.errors());
    }

    /** This trial at its pace so far, each further one as long as those before. */
    private String left() {
      if (last.transactions() == 0) {
        return "?:?? left";
      }
      double done = (double) last.transactions() / expected;
      double rest = Math.max(0, (last.at() - measuredFrom) * (1 / done - 1));
      int finished = trial.number() - 1;
      double each =
          finished == 0 ? last.at() - trialFrom + rest : (trialFrom - runFrom) / (double) finished;
      long seconds = Math.round((rest + each * (trial.of() - trial.number())) / 1000);
      return String.format(Locale.ROOT, "%d:%02d left", seconds / 60, seconds % 60);
    }

    private void show(String line) {
      String shown = line.substring(0, Math.min(columns, line.length()));
      String blank = " ".repeat(columns - shown.length());
      boolean alarm = colours && last.errors() > 0;
      out.print("\r" + (alarm ? shown.replace(errors(), RED + errors() + PLAIN) : shown) + blank);
      out.flush();
    }
  }
}
