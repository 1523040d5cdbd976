package cloakroom.bench.run;

import cloakroom.bench.study.StudyCard;
import java.io.PrintStream;
import java.util.Locale;

/** Says which study runs, which round of it, and how long is left. */
final class Progress {
  private static final int MINUTE = 60;

  private final PrintStream out;
  private final TimeLeft time;

  Progress(PrintStream out, TimeLeft time) {
    this.out = out;
    this.time = time;
  }

  /** This begins now. */
  void say(StudyCard card, String what) {
    out.printf(
        Locale.ROOT,
        "[%d/%d] %s %s: %s; %s left%n",
        time.number(card),
        time.of(),
        card.id(),
        card.title(),
        what,
        words(time.seconds()));
    out.flush();
  }

  /** In tens of seconds up to two minutes, then in minutes. */
  static String words(double seconds) {
    return seconds < 2 * MINUTE
        ? String.format(Locale.ROOT, "about %.0f s", Math.max(1, Math.ceil(seconds / 10)) * 10)
        : String.format(Locale.ROOT, "about %.0f min", Math.ceil(seconds / MINUTE));
  }
}
