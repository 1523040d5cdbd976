package cloakroom.bench.run;

import cloakroom.bench.study.StudyCard;
import java.io.PrintStream;

/** Says which study runs and how long is left, from what the studies before it took. */
final class Progress implements StudyRun.Listener {
  private final PrintStream out;
  private final int studies;
  private final long from = System.nanoTime();
  private int done;

  Progress(PrintStream out, int studies) {
    this.out = out;
    this.studies = studies;
  }

  @Override
  public void round(StudyCard card, int round, int of) {
    say(card, round == 0 ? "steady state" : "round " + round + " of " + of);
  }

  @Override
  public void counting(StudyCard card) {
    say(card, "counts");
  }

  private void say(StudyCard card, String what) {
    out.printf("[%d/%d] %s %s: %s%s%n", done + 1, studies, card.id(), card.title(), what, left());
    out.flush();
  }

  void end(StudyResult result) {
    done++;
  }

  private String left() {
    if (done == 0) {
      return "";
    }
    double each = (System.nanoTime() - from) / 1e9 / done;
    return String.format("; about %.0f min left", Math.ceil(each * (studies - done) / 60));
  }
}
