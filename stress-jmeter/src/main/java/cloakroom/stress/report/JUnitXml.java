package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Markup;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
import cloakroom.stress.judge.FailureCondition.ConditionFinding;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Printer of a run as JUnit's XML, which build servers show: a case for each failure condition,
 * audit check and kind of state. A failure means exit code 1, an error 3. A case is skipped if
 * noise allows no verdict, or a kind of state was not always kept.
 */
final class JUnitXml {
  private static final String PASSED = "system-out";
  private static final String FAILURE = "failure";
  private static final String ERROR = "error";
  private static final String SKIPPED = "skipped";

  private record Case(String name, String result, String text, double seconds) {}

  private final Map<String, List<Case>> suites = new LinkedHashMap<>();

  private JUnitXml() {}

  static String print(RunSummary run) {
    JUnitXml cases = new JUnitXml();
    cases.addRun(run);
    run.trials().forEach(t -> t.audit().checks().forEach(check -> cases.add(t, check)));
    if (MatrixSections.shown(run)) {
      VariantSummary.of(run)
          .forEach(v -> v.stateKinds().byKind().forEach((kind, f) -> cases.add(v, kind, f)));
    }
    Markup xml = new Markup().open("testsuites", "");
    cases.suites.forEach(
        (name, suite) -> suite(xml, clean(run.config().plan() + "." + name), suite));
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml.close("testsuites");
  }

  private void add(String suite, String name, String result, String text) {
    suites.computeIfAbsent(suite, s -> new ArrayList<>()).add(new Case(name, result, text, 0));
  }

  private void addRun(RunSummary run) {
    String why = VerdictText.noVerdictReason(run);
    String ended = run.config().aborted().isEmpty() ? ERROR : FAILURE;
    double seconds = run.trials().stream().mapToDouble(t -> t.figure("measuredSeconds")).sum();
    boolean cut = run.cutShort();
    Case end = new Case("runs to its end", cut ? ended : PASSED, cut ? why : "", seconds);
    suites.put("run", new ArrayList<>(List.of(end)));
    String missing = run.config().requiresVerdict() ? FAILURE : SKIPPED;
    String noise = run.noise().orElse("");
    add("run", "times allow a verdict on speed", noise.isEmpty() ? PASSED : missing, noise);
    long failed = FailureConditions.of(run).failures(run);
    add(
        "run",
        "requests succeed, except those that a failure condition allows",
        failed > 0 ? FAILURE : PASSED,
        failed > 0 ? String.format(Locale.ROOT, "%,d of %,d failed", failed, run.requests()) : "");
    if (run.isReliable()) {
      FailureConditions.of(run).check(run).forEach(this::add);
    } else {
      FailureConditions.of(run).all().forEach(c -> add("limits", c.text(), SKIPPED, why));
    }
  }

  private void add(ConditionFinding found) {
    String variant =
        found.variant().equals(found.limit().who()) ? "" : " [" + found.variant() + "]";
    String end = found.crossed() ? FAILURE : found.judged() ? PASSED : SKIPPED;
    add("limits", found.limit().text() + variant, end, found.text());
  }

  private void add(TrialSummary trial, Audit.Check check) {
    boolean made = check.outcome() != Audit.Outcome.SKIPPED;
    String end = check.failed() ? ERROR : made ? PASSED : SKIPPED;
    String name = "%s (%s) %s".formatted(trial.config().folder(), check.id(), check.name());
    add("audit", name, end, (check.numbers() + " " + check.note()).strip());
  }

  private void add(VariantSummary variant, StateKind kind, OutcomeCounts counts) {
    String end = counts.allKept() ? PASSED : SKIPPED;
    String name = variant.name() + ": " + kind.label();
    add("state kinds", name, end, MatrixSections.text(counts));
  }

  private static void suite(Markup xml, String name, List<Case> cases) {
    List<String> attributes = new ArrayList<>(List.of("name", name));
    attributes.addAll(List.of("time", time(cases.stream().mapToDouble(Case::seconds).sum())));
    attributes.addAll(List.of("tests", Integer.toString(cases.size())));
    attributes.addAll(List.of("failures", count(cases, FAILURE), "errors", count(cases, ERROR)));
    attributes.addAll(List.of("skipped", count(cases, SKIPPED)));
    xml.open("testsuite", "", attributes.toArray(String[]::new));
    for (Case each : cases) {
      boolean passed = each.result().equals(PASSED);
      String text = clean(each.text());
      String time = time(each.seconds());
      xml.open("testcase", "", "classname", name, "name", clean(each.name()), "time", time);
      if (!passed || !text.isEmpty()) {
        xml.open(each.result(), "", passed ? new String[0] : new String[] {"message", text})
            .text(passed ? text : "")
            .close(each.result());
      }
      xml.close("testcase");
    }
    xml.close("testsuite");
  }

  private static String time(double seconds) {
    return Double.isFinite(seconds) ? String.format(Locale.ROOT, "%.3f", seconds) : "0";
  }

  private static String count(List<Case> cases, String end) {
    return Long.toString(cases.stream().filter(each -> each.result().equals(end)).count());
  }

  /** Removes line ends and characters that XML does not allow. */
  private static String clean(String text) {
    return text.replaceAll("\\R", " ")
        .replaceAll("[^\\t\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
  }
}
