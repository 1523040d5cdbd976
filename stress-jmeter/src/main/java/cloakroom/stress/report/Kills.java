package cloakroom.stress.report;

import cloakroom.stress.measure.FailureKind;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.TrialSummary.Killed;
import java.util.List;
import java.util.Locale;

/** What is said of nodes that were killed: what their users lost is the point of such a run. */
final class Kills {
  private static final String ASKED = "killNodeMs";

  private Kills() {}

  /** A sentence for each trial in which a node was killed, or was to be. */
  static List<String> lines(RunSummary run) {
    boolean asked = run.config().all().containsKey(ASKED);
    return run.trials().stream()
        .filter(trial -> asked || trial.killed().isPresent())
        .map(trial -> line(run, trial))
        .toList();
  }

  private static String line(RunSummary run, TrialSummary trial) {
    return trial.config().folder()
        + ": "
        + trial
            .killed()
            .map(kill -> killed(kill) + told(trial))
            .orElseGet(() -> spared(run, trial));
  }

  /** A node that misses the snapshot which a ticket names says so, instead of showing less. */
  private static String told(TrialSummary trial) {
    long told = trial.errors().of(FailureKind.ACTIVATION);
    return told == 0 ? "" : "; " + counted(told, "session") + " told that their state is gone";
  }

  private static String killed(Killed kill) {
    return "node %d was killed after %s s: %s lost (stateLost %d), %s unanswered"
        .formatted(
            kill.node(),
            seconds(kill.afterSeconds()),
            counted(kill.statesLost(), "acknowledged state"),
            kill.statesLost(),
            counted(kill.unanswered(), "request"));
  }

  private static String spared(RunSummary run, TrialSummary trial) {
    double after = Double.parseDouble(run.config().all().get(ASKED)) / 1000;
    return "node %d was to be killed after %s s, but the load was over before"
        .formatted(trial.nodes(), seconds(after));
  }

  private static String counted(long count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  private static String seconds(double seconds) {
    return seconds == Math.rint(seconds)
        ? String.format(Locale.ROOT, "%.0f", seconds)
        : String.format(Locale.ROOT, "%.1f", seconds);
  }
}
