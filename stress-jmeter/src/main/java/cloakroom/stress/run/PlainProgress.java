package cloakroom.stress.run;

import cloakroom.stress.load.Tick;
import java.io.PrintStream;
import java.util.Locale;

/** For logs: a line when a trial and its measured phase begin, and every ten seconds. */
final class PlainProgress implements RunProgress {
  private static final int EVERY = 10;

  private final PrintStream out;
  private TrialSpec trial;
  private long expected;
  private int ticks;
  private Tick last = Tick.NONE;

  PlainProgress(PrintStream out) {
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
