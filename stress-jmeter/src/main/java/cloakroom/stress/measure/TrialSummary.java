package cloakroom.stress.measure;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything the printers show about one trial; times are in milliseconds.
 *
 * @param figures what all metrics are made of, by name; one that nobody told is absent or not a
 *     number
 * @param findings failed requests that are verdicts of probes
 * @param stateKinds the verdicts of probes; empty when the plan has none
 * @param server what the database server did, in its own words
 * @param killed the node that was killed in this trial, if one was
 * @param curves what the charts are drawn from, one point a second
 * @param settings every setting in force in the tier
 * @param files paths below the run folder that exist, for links
 */
public record TrialSummary(
    TrialConfig config,
    long users,
    long nodes,
    boolean cutShort,
    Map<String, Double> figures,
    Errors errors,
    long findings,
    StateKinds stateKinds,
    ServerWork server,
    GeneratorHealth generator,
    Audit audit,
    Optional<Killed> killed,
    Map<String, Curve> curves,
    Map<String, String> settings,
    List<String> files) {
  /**
   * A node that was killed in the measured phase, and what its users saw of it.
   *
   * @param node which one, from 1
   * @param afterSeconds how much of the measured phase had passed
   * @param statesLost requests of the trial whose answer showed that acknowledged state was gone
   * @param unanswered requests of the trial that got no HTTP answer
   */
  public record Killed(long node, double afterSeconds, long statesLost, long unanswered) {}

  /** One of the figures; not a number if nobody told it. */
  public double figure(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  /** Requests of the measured phase. */
  public long requests() {
    return (long) figure("requests");
  }

  /** What this is a trial of. */
  public Variant variant() {
    return config.variant();
  }

  /** The policy this trial ran under. */
  public String policy() {
    return config.variant().policy();
  }

  /** Failed requests that are no verdicts of probes. */
  public long failures() {
    return errors.total() - findings;
  }
}
