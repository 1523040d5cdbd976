package cloakroom.stress.report;

import cloakroom.stress.measure.Comparison;
import cloakroom.stress.measure.RunSummary;
import java.util.List;
import java.util.Optional;

/** The published figures of the study that the plan repeats, for a table beside ours. */
final class Published {
  static final String TITLE = "The published study";
  static final String STUDY =
      "Published in November 2011: an ADF application of two pages under JMeter, 80 users, 16,000"
          + " transactions in ten minutes, on a server of 4 virtual processors.";
  static final String ADVICE =
      "Compare the ratio, the shape of the curve over the run, and the counts (connections,"
          + " passivations, snapshot writes). Do not compare the absolute times: hardware, database"
          + " and application are different ones, and the published times include the rendering of"
          + " whole ADF pages.";

  private static final String STICKY = "sticky";
  private static final String RELEASED = "release-in-memory";

  private Published() {}

  /** One line of the table. */
  record Row(String setting, String policy, String published, String ours) {}

  static boolean applies(RunSummary run) {
    return run.config().plan().equals("adf-session");
  }

  static List<Row> rows(RunSummary run) {
    return List.of(
        new Row(
            "doconnectionpooling=false, disconnect_level=0 (the default)",
            STICKY,
            "75.23 ms mean; one connection held for each module instance",
            ours(run, STICKY)),
        new Row(
            "doconnectionpooling=true, disconnect_level=1",
            RELEASED,
            "43.12 ms mean; connections \"reduced significantly\"",
            ours(run, RELEASED)),
        new Row("ratio of the two means", "", "1.74", ratio(run)));
  }

  private static String ours(RunSummary run, String policy) {
    if (!run.variants().contains(policy)) {
      return "not in this run";
    }
    Figures figures = new Figures(run, policy);
    return "response %s ms, service %s ms, tier %s ms mean; %s connections in use on average, %s in the database at most"
        .formatted(
            figures.mean("response.mean"),
            figures.mean("service.mean"),
            figures.mean("tier.mean"),
            figures.mean("connections.meanInUse"),
            figures.mean("connections.databaseMax"));
  }

  private static String ratio(RunSummary run) {
    Optional<Comparison> forward = run.comparison(STICKY, RELEASED, run.primary().key());
    if (forward.isPresent()) {
      return Words.interval(forward.get()) + " (" + run.primary().key() + ")";
    }
    return run.comparison(RELEASED, STICKY, run.primary().key())
        .map(turned -> Words.interval(Words.turned(turned)) + " (" + run.primary().key() + ")")
        .orElse("not in this run");
  }
}
