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
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

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
    return interactive() ? new Bar(System.err, columns()) : new Plain(System.err);
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
   * For terminals: a bar for each trial, with the figures of the last second behind it.
   *
   * <p>The bar is told how wide it may be. Left to find out, its library opens the terminal through
   * JLine, which takes SIGINT away from the JVM: Ctrl-C would then end this process on the spot,
   * with no report.
   */
  final class Bar implements RunProgress {
    private final PrintStream out;
    private final int columns;
    private ProgressBar bar;

    Bar(PrintStream out, int columns) {
      this.out = out;
      this.columns = columns;
    }

    @Override
    public synchronized void say(String line) {
      out.println(line);
    }

    @Override
    public synchronized void begin(TrialSpec trial, long transactions) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(trial.number() + "/" + trial.of() + " " + trial.variant().name())
              .setInitialMax(transactions)
              .setStyle(ProgressBarStyle.ASCII)
              .hideEta()
              .setUpdateIntervalMillis(500)
              .setConsumer(new ConsoleProgressBarConsumer(out, columns))
              .build();
      bar.setExtraMessage("warming up");
    }

    @Override
    public synchronized void tick(Tick tick) {
      if (bar != null && tick.measured()) {
        bar.stepTo(counted(tick));
        bar.setExtraMessage(figures(tick));
      }
    }

    /** Without an end to reach, a plan that groups nothing is counted in requests. */
    private long counted(Tick tick) {
      boolean grouped = !bar.isIndefinite() || tick.transactions() > 0;
      return grouped ? tick.transactions() : tick.requests();
    }

    @Override
    public synchronized void total(Tick tick) {
      tick(tick);
    }

    @Override
    public synchronized void end() {
      if (bar != null) {
        bar.close();
        bar = null;
      }
    }

    /** What must not be cut off on a narrow line comes first. */
    private static String figures(Tick tick) {
      return String.format(
          Locale.ROOT,
          "%d errors, %.0f/s, %.1f ms",
          tick.errors(),
          tick.throughput(),
          tick.meanMs());
    }
  }
}
