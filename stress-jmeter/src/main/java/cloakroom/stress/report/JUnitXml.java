package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Markup;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.Audit.Check;
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
 * Prints a run as JUnit's XML, which build servers show: a case for each limit, each audit check
 * and what probes found of each state kind. A failure goes with exit code 1, an error with 3;
 * skipped is what noise allows no verdict on, and a kind of state that was not always kept.
 */
final class JUnitXml {
  private static final String PASSED = "system-out";
  private static final String FAILURE = "failure";
  private static final String ERROR = "error";
  private static final String SKIPPED = "skipped";

  private record Case(String name, String end, String words, double seconds) {}

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

  private void add(String suite, String name, String end, String words) {
    suites.computeIfAbsent(suite, s -> new ArrayList<>()).add(new Case(name, end, words, 0));
  }

  /** Those that say together with the audit whether the exit code is 0. */
  private void addRun(RunSummary run) {
    FailureConditions limits = FailureConditions.of(run);
    boolean judged = run.isReliable();
    String why = VerdictText.noVerdictReason(run);
    String ended = run.config().aborted().isEmpty() ? ERROR : FAILURE;
    double seconds = run.trials().stream().mapToDouble(t -> t.figure("measuredSeconds")).sum();
    boolean cut = run.cutShort();
    Case end = new Case("comes to its end", cut ? ended : PASSED, cut ? why : "", seconds);
    suites.put("run", new ArrayList<>(List.of(end)));
    String missing = run.config().requiresVerdict() ? FAILURE : SKIPPED;
    String noise = run.noise().orElse("");
    add("run", "times allow a verdict on speed", noise.isEmpty() ? PASSED : missing, noise);
    long failed = limits.failures(run);
    add(
        "run",
        "requests succeed, or as many as a limit wants",
        failed > 0 ? FAILURE : PASSED,
        failed > 0 ? String.format(Locale.ROOT, "%,d of %,d failed", failed, run.requests()) : "");
    if (judged) {
      limits.check(run).forEach(this::add);
    } else {
      limits.all().forEach(limit -> add("limits", limit.text(), SKIPPED, why));
    }
  }

  private void add(ConditionFinding found) {
    String variant =
        found.variant().equals(found.limit().who()) ? "" : " [" + found.variant() + "]";
    String end = found.crossed() ? FAILURE : found.judged() ? PASSED : SKIPPED;
    add("limits", found.limit().text() + variant, end, found.text());
  }

  private void add(TrialSummary trial, Check check) {
    boolean made = check.outcome() != Audit.Outcome.SKIPPED;
    String end = check.failed() ? ERROR : made ? PASSED : SKIPPED;
    String name = "%s (%s) %s".formatted(trial.config().folder(), check.id(), check.name());
    add("audit", name, end, (check.numbers() + " " + check.note()).strip());
  }

  private void add(VariantSummary variant, StateKind kind, OutcomeCounts fates) {
    String end = fates.allKept() ? PASSED : SKIPPED;
    String name = variant.name() + ": " + kind.label();
    add("state kinds", name, end, MatrixSections.counts(fates));
  }

  private static void suite(Markup xml, String name, List<Case> cases) {
    List<String> attributes = new ArrayList<>(List.of("name", name));
    attributes.addAll(List.of("time", time(cases.stream().mapToDouble(Case::seconds).sum())));
    attributes.addAll(List.of("tests", Integer.toString(cases.size())));
    attributes.addAll(List.of("failures", count(cases, FAILURE), "errors", count(cases, ERROR)));
    attributes.addAll(List.of("skipped", count(cases, SKIPPED)));
    xml.open("testsuite", "", attributes.toArray(String[]::new));
    for (Case each : cases) {
      boolean passed = each.end().equals(PASSED);
      String words = clean(each.words());
      String time = time(each.seconds());
      xml.open("testcase", "", "classname", name, "name", clean(each.name()), "time", time);
      if (!passed || !words.isEmpty()) {
        xml.open(each.end(), "", passed ? new String[0] : new String[] {"message", words})
            .text(passed ? words : "")
            .close(each.end());
      }
      xml.close("testcase");
    }
    xml.close("testsuite");
  }

  private static String time(double seconds) {
    return Double.isFinite(seconds) ? String.format(Locale.ROOT, "%.3f", seconds) : "0";
  }

  private static String count(List<Case> cases, String end) {
    return Long.toString(cases.stream().filter(each -> each.end().equals(end)).count());
  }

  /** XML cannot hold every character, and a case has one line. */
  private static String clean(String text) {
    return text.replaceAll("\\R", " ")
        .replaceAll("[^\\t\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
  }
}
