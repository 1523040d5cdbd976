package cloakroom.stress.run;

import cloakroom.stress.watch.Tick;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** For terminals: a bar for each trial, with the figures of the last second behind it. */
final class BarProgress implements Progress {
  private final PrintStream out;
  private ProgressBar bar;

  BarProgress(PrintStream out) {
    this.out = out;
  }

  @Override
  public synchronized void say(String line) {
    out.println(line);
  }

  @Override
  public synchronized void begin(TrialSpec trial, long transactions) {
    bar =
        new ProgressBarBuilder()
            .setTaskName(trial.number() + "/" + trial.of() + " " + trial.policy())
            .setInitialMax(transactions)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(500)
            .setConsumer(new ConsoleProgressBarConsumer(out))
            .build();
    bar.setExtraMessage("warming up");
  }

  @Override
  public synchronized void tick(Tick tick) {
    if (bar != null && tick.measured()) {
      bar.stepTo(tick.transactions());
      bar.setExtraMessage(PlainProgress.figures(tick));
    }
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
}
