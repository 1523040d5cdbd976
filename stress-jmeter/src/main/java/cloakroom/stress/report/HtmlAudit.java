package cloakroom.stress.report;

import cloakroom.stress.measure.AuditCheck;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.List;

/** The checks of every trial with both numbers; those that failed stand open. */
final class HtmlAudit {
  private HtmlAudit() {}

  static void print(Html html, RunSummary run) {
    html.section("audit", "Audit")
        .paragraph(
            "The load generator, the tier and the database each count for themselves. Where they"
                + " disagree, something was lost or counted twice, and no verdict is given.");
    run.trials().forEach(trial -> trial(html, trial));
    html.close("section");
  }

  private static void trial(Html html, TrialSummary trial) {
    html.details(title(trial), !trial.audit().consistent());
    html.table(
        List.of(Cell.of("check"), Cell.of("outcome"), Cell.of("numbers"), Cell.of("note")),
        trial.audit().checks().stream().map(HtmlAudit::row).toList());
    html.close("details");
  }

  private static String title(TrialSummary trial) {
    int failed = trial.audit().failed().size();
    return trial.config().folder()
        + (failed == 0 ? ": consistent" : ": " + failed + " of the checks failed");
  }

  private static List<Cell> row(AuditCheck check) {
    return List.of(
        Cell.of(check.id() + ": " + check.name()),
        new Cell(Words.outcome(check.outcome()), "", check.failed() ? "alarm" : ""),
        Cell.of(check.numbers()),
        Cell.of(check.note()));
  }
}
