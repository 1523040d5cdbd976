package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Table;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.Optional;

/** The published figures of the study that the plan repeats, for a table beside ours. */
final class PublishedStudySection {
  private static final String STICKY = "sticky";
  private static final String RELEASED = "release-in-memory";
  private static final String ABSENT = "not in this run";

  private PublishedStudySection() {}

  /** Only the plan that repeats the study can be held against it. */
  static void add(Blocks all, RunSummary run) {
    if (run.config().plan().equals("adf-session")) {
      Blocks blocks = new Blocks().say(VerdictText.prose("published")).table(table(run));
      blocks.say(VerdictText.prose("published-advice"));
      all.section("published", "The published study", blocks);
    }
  }

  private static Table table(RunSummary run) {
    return Table.of("policy", ">setting", ">published", ">this run")
        .row(
            Cell.of(STICKY),
            Cell.of("doconnectionpooling=false, disconnect_level=0 (the default)"),
            Cell.of("75.23 ms mean; one connection held for each module instance"),
            Cell.of(ours(run, STICKY)))
        .row(
            Cell.of(RELEASED),
            Cell.of("doconnectionpooling=true, disconnect_level=1"),
            Cell.of("43.12 ms mean; connections \"reduced significantly\""),
            Cell.of(ours(run, RELEASED)))
        .row(Cell.of("ratio of the two means"), Cell.of(""), Cell.of("1.74"), ratio(run));
  }

  private static String ours(RunSummary run, String policy) {
    return variant(run, policy)
        .map(
            v ->
                "%s: response %s ms, tier %s ms mean; %s connections in use on average"
                    .formatted(
                        v.name(),
                        MetricCells.mean(v, "response.mean"),
                        MetricCells.mean(v, "tier.mean"),
                        MetricCells.mean(v, "connections.meanInUse")))
        .orElse(ABSENT);
  }

  /** The first of that policy, whatever it is called. */
  private static Optional<VariantSummary> variant(RunSummary run, String policy) {
    return VariantSummary.of(run).stream()
        .filter(variant -> variant.variant().policy().equals(policy))
        .findFirst();
  }

  private static Cell ratio(RunSummary run) {
    String metric = run.primary().name();
    String one = variant(run, STICKY).map(VariantSummary::name).orElse("");
    String other = variant(run, RELEASED).map(VariantSummary::name).orElse("");
    return run.comparison(one, other, metric)
        .map(Comparison::interval)
        .or(() -> run.comparison(other, one, metric).map(c -> c.interval().turned()))
        .map(interval -> Cell.of(MetricCells.interval(run, interval).text() + " (" + metric + ")"))
        .orElse(Cell.of(ABSENT));
  }
}
