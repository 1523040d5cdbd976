package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Markup;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.judge.FailureCondition.ConditionFinding;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Printer of a run's result as JUnit XML for build servers. Each failure condition, consistency
 * check and kind of session state is a test case. A JUnit failure means exit code 1, a JUnit error
 * means 3. A case is skipped if the policy lost state, if noise prevented a verdict on speed, or if
 * a fault proves nothing.
 *
 * <p>Elements and attributes are those that the schemas of Ant and of Jenkins both accept.
 */
final class JUnitXml {
  private static final String PASSED = "";
  private static final String FAILURE = "failure";
  private static final String ERROR = "error";
  private static final String SKIPPED = "skipped";
  // A run folder has no host name; the schema of Ant requires this one instead.
  private static final String HOST = "localhost";

  private record Case(String name, String result, String text, double seconds) {}

  private final Map<String, List<Case>> suites = new LinkedHashMap<>();

  private JUnitXml() {}

  static String print(RunSummary run) {
    JUnitXml cases = new JUnitXml();
    cases.addRun(run);
    for (TrialSummary trial : run.trials()) {
      for (Audit.Check check : trial.audit().checks()) {
        boolean made = check.outcome() != Audit.Outcome.SKIPPED;
        String end = check.failed() ? ERROR : made ? PASSED : SKIPPED;
        String name = "%s (%s) %s".formatted(trial.config().folder(), check.id(), check.name());
        cases.add("audit", name, end, (check.numbers() + " " + check.note()).strip());
      }
    }
    for (TrialSummary trial : run.trials()) {
      for (Map.Entry<String, String> fault : trial.requestedFaults().entrySet()) {
        String flaw = fault.getValue();
        String name = trial.config().folder() + " " + fault.getKey();
        cases.add("faults", name, flaw.isEmpty() ? PASSED : SKIPPED, flaw);
      }
    }
    List<VariantSummary> probed = MatrixSections.shown(run) ? VariantSummary.of(run) : List.of();
    for (VariantSummary v : probed) {
      for (StateKind kind : v.stateKinds().byKind().keySet()) {
        OutcomeCounts counts = v.stateKinds().of(kind);
        String result = counts.allKept() ? PASSED : SKIPPED;
        String name = v.name() + ": " + kind.label();
        cases.add("state kinds", name, result, MatrixSections.text(counts));
      }
    }
    Markup xml = new Markup().open("testsuites", "");
    int id = 0;
    for (String suite : cases.suites.keySet()) {
      suite(xml, run.config(), id++, suite, cases.suites.get(suite));
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml.close("testsuites");
  }

  private void add(String suite, String name, String result, String text) {
    suites.computeIfAbsent(suite, s -> new ArrayList<>()).add(new Case(name, result, text, 0));
  }

  private void addRun(RunSummary run) {
    String why = VerdictText.noVerdictReason(run);
    String ended = run.config().aborted().isEmpty() ? ERROR : FAILURE;
    double seconds = run.trials().stream().mapToDouble(t -> t.figure("measuredSeconds")).sum();
    boolean cut = run.cutShort() || run.trials().isEmpty();
    Case end = new Case("runs to its end", cut ? ended : PASSED, cut ? why : "", seconds);
    suites.put("run", new ArrayList<>(List.of(end)));
    String missing = run.config().requiresVerdict() ? FAILURE : SKIPPED;
    String noise = run.noise().orElse("");
    add("run", "times allow a verdict on speed", noise.isEmpty() ? PASSED : missing, noise);
    FailureConditions conditions = FailureConditions.of(run);
    long failed = conditions.failures(run);
    String name = "requests succeed, except those that a failure condition allows";
    String counts = failed > 0 ? "%,d of %,d failed".formatted(failed, run.requests()) : "";
    add("run", name, failed > 0 ? FAILURE : PASSED, counts);
    for (ConditionFinding found : conditions.check(run)) {
      String variant =
          found.variant().equals(found.limit().who()) ? "" : " [" + found.variant() + "]";
      String result = found.crossed() ? FAILURE : found.judged() ? PASSED : SKIPPED;
      add("limits", found.limit().text() + variant, result, found.text());
    }
    if (!run.isReliable()) {
      conditions.all().forEach(c -> add("limits", c.text(), SKIPPED, why));
    }
  }

  private static void suite(Markup xml, RunConfig config, int id, String suite, List<Case> cases) {
    String plan = clean(config.plan());
    String name = plan + "." + suite;
    List<String> attributes = new ArrayList<>(List.of("name", name, "package", plan));
    attributes.addAll(List.of("id", Integer.toString(id), "hostname", HOST));
    attributes.addAll(List.of("timestamp", timestamp(config.startedAt())));
    attributes.addAll(List.of("time", time(cases.stream().mapToDouble(Case::seconds).sum())));
    attributes.addAll(List.of("tests", Integer.toString(cases.size())));
    attributes.addAll(List.of("failures", count(cases, FAILURE), "errors", count(cases, ERROR)));
    attributes.addAll(List.of("skipped", count(cases, SKIPPED)));
    xml.open("testsuite", "", attributes.toArray(String[]::new));
    xml.open("properties", "").close("properties");
    StringBuilder output = new StringBuilder();
    for (Case each : cases) {
      String text = clean(each.text());
      String title = clean(each.name());
      String time = time(each.seconds());
      xml.open("testcase", "", "classname", name, "name", title, "time", time);
      if (!each.result().equals(PASSED)) {
        xml.open(each.result(), "", "type", suite, "message", text).close(each.result());
      } else if (!text.isEmpty()) {
        output.append(title).append(": ").append(text).append('\n');
      }
      xml.close("testcase");
    }
    xml.open("system-out", "").text(output.toString()).close("system-out");
    xml.open("system-err", "").close("system-err").close("testsuite");
  }

  /** Returns a time in UTC without zone and fraction, the only form that Ant's schema accepts. */
  private static String timestamp(String startedAt) {
    String known = startedAt.isEmpty() ? Instant.EPOCH.toString() : startedAt;
    return known.replaceFirst("(\\.\\d+)?Z$", "");
  }

  private static String time(double seconds) {
    return Double.isFinite(seconds) ? "%.3f".formatted(seconds) : "0";
  }

  private static String count(List<Case> cases, String end) {
    return Long.toString(cases.stream().filter(each -> each.result().equals(end)).count());
  }

  private static String clean(String text) {
    return text.replaceAll("\\R", " ")
        .replaceAll("[^\\t\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
  }
}
