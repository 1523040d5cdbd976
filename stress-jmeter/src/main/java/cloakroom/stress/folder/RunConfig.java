package cloakroom.stress.folder;

import static java.util.Objects.requireNonNullElse;

import cloakroom.options.Choices;
import cloakroom.stress.folder.Variant.SearchStep;
import cloakroom.stress.options.Think;
import cloakroom.stress.options.VariantOptions;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Content of config.json: all settings of a run.
 *
 * @param baseline name of the variant that others are compared with; empty for the first variant
 * @param aborted condition that ended the run early, with the measured value; otherwise empty
 * @param databaseChanges changes in an existing database; null for a database that the run started
 * @param others further settings by key, such as {@link #OBJECTIVE}
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

  /** Key of the distribution of think times; absent if all think times are equal. */
  public static final String THINK_DISTRIBUTION = "thinkDistribution";

  /** Key of the conditions for a search for the maximum load, separated by commas. */
  public static final String OBJECTIVE = "objective";

  /** Key of the number of trials per variant; 0 if the run only counted database work. */
  public static final String REPETITIONS = "repetitions";

  public static final String REQUIRE_VERDICT = "requireVerdict";
  public static final String REPEATED = "repeatedTrials";
  public static final String REASON = "reason";
  public static final String OPEN_ARRIVALS = "open-arrivals";

  public RunConfig {
    startedAt = requireNonNullElse(startedAt, "");
    baseline = requireNonNullElse(baseline, "");
    failIf = requireNonNullElse(failIf, List.of());
    aborted = requireNonNullElse(aborted, "");
    others = requireNonNullElse(others, Map.of());
  }

  /**
   * Configuration of one trial, which is one measurement under load.
   *
   * @param step the load of this trial, if the run searches for the maximum load; otherwise null
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
   * Changes in a database from the start of a run to the end of its last trial. Unknown numbers are
   * null.
   *
   * @param installed objects that the run created, their size and the duration; empty for none
   * @param rows inserted, updated or deleted rows by counter, including those of other clients
   * @param unavailable for each counter that is null in {@code rows}, the reason
   * @param foreignRowCount number of rows that other clients wrote, which do not count as failures
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

  static final class FlatMap extends JsonDeserializer<Map<String, String>> {
    @Override
    public Map<String, String> deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return Records.flat(parser.readValueAsTree());
    }
  }

  public Map<String, String> all() {
    ObjectNode tree = Records.tree(this);
    tree.remove(List.of("trials", "databaseChanges"));
    return Records.flat(tree);
  }

  /** Returns the number of users in the trials of a variant. */
  public int users(Variant variant) {
    return variant.users((int) users);
  }

  /** Returns the think time in the trials of a variant. */
  public Think think(Variant variant) {
    Map<String, String> all = all();
    Duration usual = Duration.ofMillis(Long.parseLong(all.getOrDefault("thinkMs", "0")));
    String kind = all.getOrDefault(THINK_DISTRIBUTION, Think.CONSTANT);
    return variant.choices().find(VariantOptions.THINK).orElse(new Think(usual, kind));
  }

  /** Returns the root module of each page; empty if the plan has its own pages. */
  public Map<String, String> modules() {
    return texts("modules");
  }

  public Optional<String> calibration() {
    return Optional.ofNullable(texts("calibration").get(REASON));
  }

  public boolean requiresVerdict() {
    return Boolean.TRUE.equals(others.get(REQUIRE_VERDICT));
  }

  public Map<String, String> repeated() {
    return texts(REPEATED);
  }

  /** Returns the database URL; empty if unknown, null if the run ended without a database. */
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

  /** Returns whether the run only counted database work. The times of such a run are invalid. */
  public boolean counted() {
    return Integer.valueOf(0).equals(others.get(REPETITIONS));
  }

  public RunConfig only(String variant) {
    return only(trial -> trial.name().equals(variant));
  }

  public RunConfig only(Predicate<TrialConfig> which) {
    return with(baseline, failIf, trials.stream().filter(which).toList());
  }

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
