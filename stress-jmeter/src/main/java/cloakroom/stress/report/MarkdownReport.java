package cloakroom.stress.report;

import cloakroom.stress.measure.AuditCheck;
import cloakroom.stress.measure.Comparison;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.Percentiles;
import cloakroom.stress.measure.PolicySummary;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Prints report.md: the report's tables for a wiki, a pull request or a mail. */
final class MarkdownReport {
  private final RunSummary run;
  private final List<PolicySummary> policies;
  private final StringBuilder text = new StringBuilder();

  private MarkdownReport(RunSummary run) {
    this.run = run;
    this.policies = PolicySummary.of(run);
  }

  static String print(RunSummary run) {
    MarkdownReport report = new MarkdownReport(run);
    report.head();
    report.policies();
    report.comparisons();
    report.published();
    report.audit();
    report.method();
    return report.text.toString();
  }

  private void head() {
    line("# Cloakroom: " + escape(run.config().plan()));
    Words.headline(run).forEach(sentence -> line("**" + escape(sentence) + "**"));
    line(Words.audit(run));
    line(escape(Facts.line(run)));
  }

  private void policies() {
    if (policies.isEmpty()) {
      return;
    }
    line("## Policies side by side");
    line("Mean over the trials of a policy; times in milliseconds.");
    List<String> heading = new ArrayList<>(List.of("figure"));
    policies.forEach(p -> heading.add(p.policy() + " (" + Facts.trials(p) + ")"));
    table(heading, Metrics.ALL.stream().map(this::figure).toList());
  }

  private List<String> figure(Metric metric) {
    List<String> row = new ArrayList<>();
    row.add(metric.group() + ": " + metric.heading());
    policies.forEach(policy -> row.add(new Figures(policy).mean(metric)));
    return row;
  }

  private void comparisons() {
    if (run.comparisons().isEmpty()) {
      return;
    }
    line("## Ratios");
    line(Facts.method(run));
    table(
        List.of("a", "b", "figure", "a / b [95 % interval]", "verdict"),
        run.comparisons().stream().map(MarkdownReport::comparison).toList());
  }

  private static List<String> comparison(Comparison c) {
    return List.of(c.a(), c.b(), c.metric(), Words.interval(c), c.verdict());
  }

  private void published() {
    if (!Published.applies(run)) {
      return;
    }
    line("## " + Published.TITLE);
    line(Published.STUDY + " " + Published.ADVICE);
    table(
        List.of("setting", "policy", "published", "this run"),
        Published.rows(run).stream()
            .map(row -> List.of(row.setting(), row.policy(), row.published(), row.ours()))
            .toList());
  }

  private void audit() {
    line("## Audit");
    List<List<String>> rows = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      for (AuditCheck check : trial.audit().checks()) {
        rows.add(
            List.of(
                trial.config().folder(),
                check.id() + ": " + check.name(),
                check.numbers(),
                Words.outcome(check.outcome()),
                check.note()));
      }
    }
    table(List.of("trial", "check", "numbers", "outcome", "note"), rows);
  }

  private void method() {
    line("## Method");
    line("Percentiles: " + Percentiles.METHOD + ". " + Words.primary(run));
    line(Facts.COUNTED);
  }

  private void table(List<String> heading, List<List<String>> rows) {
    row(heading);
    row(heading.stream().map(cell -> "---").toList());
    rows.forEach(this::row);
    text.append('\n');
  }

  private void row(List<String> cells) {
    text.append(
        cells.stream()
            .map(MarkdownReport::escape)
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  private void line(String line) {
    text.append(line).append("\n\n");
  }

  /** Keeps a name from becoming markup: HTML, a cell's end, or a line of its own. */
  private static String escape(String cell) {
    return cell.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "\\|")
        .replaceAll("[\\r\\n]+", " ");
  }
}
