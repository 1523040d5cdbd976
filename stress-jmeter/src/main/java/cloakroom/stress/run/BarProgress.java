package cloakroom.stress.run;

import cloakroom.stress.load.Tick;
import java.io.PrintStream;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * For terminals: a bar for each trial, with the figures of the last second behind it.
 *
 * <p>The bar is told how wide it may be. Left to find out, its library opens the terminal through
 * JLine, which takes SIGINT away from the JVM: Ctrl-C would then end this process on the spot, with
 * no report.
 */
final class BarProgress implements RunProgress {
  private final PrintStream out;
  private final int columns;
  private ProgressBar bar;

  /** Bars of that many columns. */
  BarProgress(PrintStream out, int columns) {
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
        Locale.ROOT, "%d errors, %.0f/s, %.1f ms", tick.errors(), tick.throughput(), tick.meanMs());
  }
}
