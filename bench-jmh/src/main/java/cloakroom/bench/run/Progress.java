package cloakroom.bench.run;

import cloakroom.bench.study.StudyCard;
import java.io.PrintStream;
import java.util.Locale;

/** Says which study runs, which round of it, and how long is left. */
final class Progress implements StudyRun.Listener {
  private static final int MINUTE = 60;

  private final PrintStream out;
  private final TimeLeft time;
  private long from = System.nanoTime();
  private int rounds;

  Progress(PrintStream out, TimeLeft time) {
    this.out = out;
    this.time = time;
  }

  @Override
  public void round(StudyCard card, int round, int of) {
    String what = round == 0 ? "steady state" : "round " + round + " of " + of;
    rounds = of;
    // the steady state comes after the rounds and takes about as long as one of them
    say(card, what, (round == 0 ? of : round - 1.0) / (of + 1));
  }

  @Override
  public void counting(StudyCard card) {
    // it comes last and takes about as long as one round; a study that only counts has no rounds
    say(card, "counts", rounds == 0 ? 0 : (rounds + 1.0) / (rounds + 2));
  }

  private void say(StudyCard card, String what, double share) {
    out.printf(
        Locale.ROOT,
        "[%d/%d] %s %s: %s; %s left%n",
        time.number(),
        time.of(),
        card.id(),
        card.title(),
        what,
        words(time.seconds(elapsed(), share)));
    out.flush();
  }

  /** A study is over, well or not. */
  void end() {
    time.done(elapsed());
    from = System.nanoTime();
    rounds = 0;
  }

  private double elapsed() {
    return (System.nanoTime() - from) / 1e9;
  }

  /** In tens of seconds up to two minutes, then in minutes. */
  static String words(double seconds) {
    return seconds < 2 * MINUTE
        ? String.format(Locale.ROOT, "about %.0f s", Math.max(1, Math.ceil(seconds / 10)) * 10)
        : String.format(Locale.ROOT, "about %.0f min", Math.ceil(seconds / MINUTE));
  }
}
