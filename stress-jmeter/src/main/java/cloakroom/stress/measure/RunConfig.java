package cloakroom.stress.measure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * config.json: every setting that was in force. What the figures need has a name of its own; {@code
 * all} keeps everything for the reader. The baseline is the variant that the others are compared
 * with; empty for the first. The limits are held against the figures; {@code aborted} says which of
 * them ended the run, and is empty if none did. {@code changes} are those of a database that the
 * run did not start.
 */
public record RunConfig(
    String plan,
    String startedAt,
    long seed,
    long users,
    boolean cutShort,
    String baseline,
    List<String> limits,
    String aborted,
    List<TrialConfig> trials,
    Optional<DatabaseChanges> changes,
    Map<String, String> all) {
  /** How pauses are distributed around their mean; absent where all are the same. */
  public static final String THINK_DISTRIBUTION = "thinkDistribution";

  /** What a search holds its steps against, conditions with commas between. */
  public static final String OBJECTIVE = "objective";

  /** Trials of each variant under load; 0 where requests were only counted. */
  public static final String REPETITIONS = "repetitions";

  /** Key for a run that fails without a verdict on speed. */
  public static final String REQUIRE_VERDICT = "requireVerdict";

  /** Prefix of the keys of trials that another block has replaced, by folder. */
  public static final String REPEATED = "repeatedTrials";

  /** Key of the reason for a pause, below {@code calibration}. */
  public static final String REASON = "reason";

  /** The plan whose users come by a schedule. */
  public static final String OPEN_ARRIVALS = "open-arrivals";

  /**
   * What one trial was asked to do: of which variant, where its snapshots and connections came
   * from.
   */
  public record TrialConfig(
      String folder,
      Variant variant,
      String store,
      String pool,
      long poolSize,
      Map<String, String> settings) {}

  /** Returns the reason for the think time if a calibration found it. */
  public Optional<String> calibration() {
    return Optional.ofNullable(all.get("calibration." + REASON));
  }

  /** Returns whether the run fails if its times allow no verdict on speed. */
  public boolean requiresVerdict() {
    return Boolean.parseBoolean(all.get(REQUIRE_VERDICT));
  }

  /** Returns why blocks were repeated, by the folder of the trial that was noisy. */
  public Map<String, String> repeated() {
    Map<String, String> reasons = new LinkedHashMap<>();
    all.forEach(
        (key, why) -> {
          if (key.startsWith(REPEATED + ".") && !why.isEmpty()) {
            reasons.put(key.substring(REPEATED.length() + 1), why);
          }
        });
    return reasons;
  }

  /** Whether the run searched for the most load. */
  public boolean searched() {
    return all.containsKey(OBJECTIVE);
  }

  /** Returns whether the requests were counted one at a time, so that no time means anything. */
  public boolean counted() {
    return "0".equals(all.get(REPETITIONS));
  }

  /** Returns this configuration with the trials of one variant alone. */
  public RunConfig only(String variant) {
    return only(trial -> trial.variant().name().equals(variant));
  }

  /** Returns this configuration with these trials alone. */
  public RunConfig only(Predicate<TrialConfig> which) {
    return with(baseline, limits, trials.stream().filter(which).toList());
  }

  /** The same with another baseline and other limits, where any are given. */
  public RunConfig against(String other, List<String> others) {
    return with(other.isEmpty() ? baseline : other, others.isEmpty() ? limits : others, trials);
  }

  private RunConfig with(String base, List<String> held, List<TrialConfig> some) {
    return new RunConfig(
        plan, startedAt, seed, users, cutShort, base, held, aborted, some, changes, all);
  }
}
