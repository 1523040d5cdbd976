package cloakroom.stress.trial;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.PENDING_TIME;
import static cloakroom.stress.options.VariantOptions.THINK;

import cloakroom.contract.NodeReport;
import cloakroom.options.Choices;
import cloakroom.options.Option;
import cloakroom.stress.folder.DatabaseCost;
import cloakroom.stress.folder.RoundTripsFile;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.VariantCost.Counted;
import cloakroom.stress.options.Think;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.RunSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Counts what each request of one variant costs the database, before the trials: a relay and a
 * request at a time, which no timed trial should have to bear. What tier and database have counted
 * since the request before belongs to the request that was answered last.
 */
public final class CountingPass {
  /** Arguments of the load engine on top of the variant's. */
  static final String[] SHORT = {
    "--count",
    "-Jiterations=" + RunSettings.COUNTED_ITERATIONS,
    "-Jduration_s=0",
    "-Jramp_s=0",
    "-Jwarmup_users=0"
  };

  private static final List<Option<?>> SLOW = List.of(DB_JITTER, PAGE_WAIT, PAGE_CPU);

  private static final int PATIENCE = 5;

  private final Supplier<Optional<NodeReport>> tier;
  private final Supplier<OptionalLong> flushes;
  private final List<Counted> requests = new ArrayList<>();
  private Map<DatabaseCost, Long> last;

  /** Takes the counters of a tier that serves nobody yet, and what the database flushed so far. */
  CountingPass(Supplier<Optional<NodeReport>> tier, Supplier<OptionalLong> flushes) {
    this.tier = tier;
    this.flushes = flushes;
    this.last = read();
  }

  /** Whether the variant has a database at all: the bound of doing nothing has none. */
  public static boolean canCount(Variant variant) {
    return !variant.policy().equals("noop");
  }

  /** Returns the variants that can be counted, as they are counted. */
  static List<Variant> counted(List<Variant> variants, Think usual) {
    return variants.stream()
        .filter(CountingPass::canCount)
        .map(variant -> counted(variant, usual))
        .toList();
  }

  /** The variant as it is counted, behind a relay without distance, which counts the same. */
  static Variant counted(Variant variant, Think usual) {
    Choices choices = variant.choices().without(SLOW).with(DB_RTT, Optional.of(Duration.ZERO));
    if (choices.find(THINK).orElse(usual).mean().isZero()) {
      // without any pause all users are always there, and each request finds the others before it
      Duration pause = Duration.ofMillis(1);
      choices = choices.with(THINK, new Think(pause, Think.CONSTANT)).with(PENDING_TIME, pause);
    }
    return new Variant(variant.name(), variant.policy(), choices);
  }

  void on(JsonNode event) {
    Map<DatabaseCost, Long> now = read();
    Map<DatabaseCost, Long> costs = new EnumMap<>(DatabaseCost.class);
    now.forEach((cost, n) -> costs.put(cost, cost.isGauge() ? n : n - last.getOrDefault(cost, n)));
    requests.add(
        new Counted(event.path("transaction").asText(), event.path("request").asText(), costs));
    last = now;
  }

  private Map<DatabaseCost, Long> read() {
    NodeReport report =
        Stream.generate(tier)
            .limit(PATIENCE)
            .flatMap(Optional::stream)
            .findFirst()
            .orElseThrow(() -> StressFailure.invalid("the tier does not tell its counters"));
    Map<DatabaseCost, Long> now = new EnumMap<>(DatabaseCost.class);
    for (DatabaseCost cost : DatabaseCost.values()) {
      Map<String, Long> counters = cost.isGauge() ? report.gauges() : report.counters();
      cost.counter().ifPresent(counter -> now.put(cost, counters.get(counter.label())));
    }
    if (now.containsValue(null)) {
      throw StressFailure.invalid("the tier does not tell its counters of round trips");
    }
    flushes.get().ifPresent(n -> now.put(DatabaseCost.LOG_FLUSHES, n));
    return now;
  }

  /** Writes what was counted behind that of the variants before. */
  void write(Path file, String variant) {
    try {
      RoundTripsFile.add(file, variant, requests);
    } catch (IOException e) {
      throw StressFailure.cannotWrite(file, e);
    }
  }
}
