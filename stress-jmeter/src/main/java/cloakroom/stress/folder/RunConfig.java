package cloakroom.stress.folder;

import static java.util.Objects.requireNonNullElse;

import cloakroom.options.Choices;
import cloakroom.stress.folder.Variant.SearchStep;
import cloakroom.stress.process.Records;
import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * config.json: every setting that was in force.
 *
 * @param schema version of the file
 * @param baseline variant that the others are compared with; empty for the first
 * @param failIf failure conditions, as they were written
 * @param aborted condition that ended the run, and how it was broken; empty if none did
 * @param cutShort whether the run ended before its last trial
 * @param databaseChanges changes in a database that the run did not start; null for any other
 * @param others settings that no metric needs, and those that not every run has
 */
@JsonInclude(Include.NON_EMPTY)
public record RunConfig(
    @JsonProperty(required = true) int schema,
    @JsonProperty(required = true) String plan,
    String startedAt,
    @JsonProperty(required = true) long seed,
    @JsonProperty(required = true) long users,
    String baseline,
    List<String> failIf,
    String aborted,
    boolean cutShort,
    DatabaseChanges databaseChanges,
    @JsonProperty(required = true) @JsonInclude(Include.ALWAYS) List<TrialConfig> trials,
    @JsonAnySetter @JsonAnyGetter Map<String, Object> others) {
  public static final int SCHEMA = 2;

  /** Key of the distribution of pauses around their mean; absent if all are equal. */
  public static final String THINK_DISTRIBUTION = "thinkDistribution";

  /** Key of the conditions that each step of a search must meet, separated by commas. */
  public static final String OBJECTIVE = "objective";

  /** Key of the trials of each variant; 0 if requests were only counted. */
  public static final String REPETITIONS = "repetitions";

  public static final String REQUIRE_VERDICT = "requireVerdict";

  /** Key of the reasons for which another block has replaced trials, by folder. */
  public static final String REPEATED = "repeatedTrials";

  public static final String REASON = "reason";

  /** Plan whose users arrive by a schedule. */
  public static final String OPEN_ARRIVALS = "open-arrivals";

  /** Replaces missing values by empty ones. */
  public RunConfig {
    startedAt = requireNonNullElse(startedAt, "");
    baseline = requireNonNullElse(baseline, "");
    failIf = requireNonNullElse(failIf, List.of());
    aborted = requireNonNullElse(aborted, "");
    others = requireNonNullElse(others, Map.of());
  }

  /**
   * A trial: its variant, and the source of its snapshots and connections.
   *
   * @param settings settings in force, as the tier reported them
   * @param step load in a capacity search; null in any other run
   */
  @JsonInclude(Include.NON_NULL)
  public record TrialConfig(
      @JsonProperty(required = true) String folder,
      @JsonProperty(value = "variant", required = true) String name,
      @JsonProperty(required = true) String policy,
      Map<String, String> choices,
      @JsonProperty(required = true) String store,
      @JsonProperty(required = true) String pool,
      long poolSize,
      @JsonDeserialize(using = FlatMap.class) Map<String, String> settings,
      SearchStep step) {
    public TrialConfig {
      if (!folder.matches("[^/\\\\]+") || folder.matches("\\.{1,2}")) {
        throw new IllegalArgumentException("folder " + folder + ": must be one below trials/");
      }
      choices = requireNonNullElse(choices, Map.of());
      settings = requireNonNullElse(settings, Map.of());
    }

    public Variant variant() {
      return new Variant(name, policy, new Choices(choices), step);
    }
  }

  /**
   * Changes in a database from the start of a run to the end of its last trial. A number is null if
   * it is unknown.
   *
   * @param installed created objects, their size and the time; empty for none
   * @param rows inserted, updated or deleted rows by counter, those of other clients included
   * @param unavailable reason by counter that is null in {@code rows}
   * @param maintenance number of outcomes by statement before trials
   * @param foreignRowCount rows that other clients wrote, which are not judged
   * @param foreignRows some of these rows with their values
   */
  public record DatabaseChanges(
      String url,
      String schema,
      String installed,
      Map<String, Long> rows,
      Map<String, String> unavailable,
      Long snapshotRowsBefore,
      Long snapshotRowsAfter,
      Map<String, Map<String, Long>> maintenance,
      long sessionsEnded,
      Long foreignRowCount,
      List<String> foreignRows) {
    public static final DatabaseChanges NONE =
        new DatabaseChanges(
            "", "", "", Map.of(), Map.of(), null, null, Map.of(), 0, null, List.of());
  }

  /** Map whose nested objects, such as the properties of a driver, become names with dots. */
  static final class FlatMap extends JsonDeserializer<Map<String, String>> {
    @Override
    public Map<String, String> deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return Records.flat(parser.readValueAsTree());
    }
  }

  /** Returns every setting as text, without trials and changes, by names joined by dots. */
  public Map<String, String> all() {
    ObjectNode tree = Records.tree(this);
    tree.remove(List.of("trials", "databaseChanges"));
    return Records.flat(tree);
  }

  public Optional<String> calibration() {
    return Optional.ofNullable(texts("calibration").get(REASON));
  }

  public boolean requiresVerdict() {
    return Boolean.TRUE.equals(others.get(REQUIRE_VERDICT));
  }

  /** Returns why blocks were repeated, by the folder of the trial that was noisy. */
  public Map<String, String> repeated() {
    return texts(REPEATED);
  }

  /** Returns the URL of the database, empty if unknown; null before the run had one. */
  public String databaseUrl() {
    return texts("database").get("url");
  }

  private Map<String, String> texts(String key) {
    return Records.flat(Records.tree(others).path(key));
  }

  public String objective() {
    return others.getOrDefault(OBJECTIVE, "").toString();
  }

  public boolean searched() {
    return others.containsKey(OBJECTIVE);
  }

  /** Returns whether requests were counted one at a time, so that no time is valid. */
  public boolean counted() {
    return Integer.valueOf(0).equals(others.get(REPETITIONS));
  }

  public RunConfig only(String variant) {
    return only(trial -> trial.name().equals(variant));
  }

  public RunConfig only(Predicate<TrialConfig> which) {
    return with(baseline, failIf, trials.stream().filter(which).toList());
  }

  /** Returns this configuration with another baseline and failure conditions, if given. */
  public RunConfig against(String other, List<String> others) {
    return with(other.isEmpty() ? baseline : other, others.isEmpty() ? failIf : others, trials);
  }

  private RunConfig with(String base, List<String> conditions, List<TrialConfig> some) {
    return new RunConfig(
        schema,
        plan,
        startedAt,
        seed,
        users,
        base,
        conditions,
        aborted,
        cutShort,
        databaseChanges,
        some,
        others);
  }
}
