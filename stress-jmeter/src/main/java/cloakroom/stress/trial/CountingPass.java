package cloakroom.stress.trial;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.PENDING_TIME;
import static cloakroom.stress.options.VariantOptions.THINK;

import cloakroom.contract.NodeReport;
import cloakroom.options.Choices;
import cloakroom.options.Option;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.folder.VariantCost.Counted;
import cloakroom.stress.folder.VariantCost.DatabaseCost;
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
 * Counter of the database work of each request of one variant. The work of a request is the
 * increase of the counters since the previous request. The count requires a relay and one request
 * at a time, so it precedes the trials.
 */
public final class CountingPass {
  static final String[] SHORT = {
    "--count",
    "-Jiterations=" + RunSettings.COUNTED_ITERATIONS,
    "-Jduration_s=0",
    "-Jramp_s=0",
    "-Jwarmup_users=0"
  };

  private static final List<Option<?>> SLOW = List.of(DB_JITTER, PAGE_WAIT, PAGE_CPU);
  private static final int MAX_READS = 5;
  private final Supplier<Optional<NodeReport>> tier;
  private final Supplier<OptionalLong> flushes;
  private final List<Counted> requests = new ArrayList<>();
  private Map<DatabaseCost, Long> last;

  /**
   * Reads the initial counters, so call this constructor before the first request.
   *
   * @param flushes returns the database's cumulative number of log flushes; empty if unknown
   */
  CountingPass(Supplier<Optional<NodeReport>> tier, Supplier<OptionalLong> flushes) {
    this.tier = tier;
    this.flushes = flushes;
    this.last = read();
  }

  public static boolean canCount(Variant variant) {
    return !variant.policy().equals("noop");
  }

  /** Returns the variant with a relay, which counts round trips, and without simulated delays. */
  static Variant counted(Variant variant, Think ofRun) {
    Choices choices = variant.choices().without(SLOW).with(DB_RTT, Optional.of(Duration.ZERO));
    if (choices.find(THINK).orElse(ofRun).mean().isZero()) {
      // Without a pause, each user would complete all requests before the next user starts.
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
            .limit(MAX_READS)
            .flatMap(Optional::stream)
            .findFirst()
            .orElseThrow(() -> StressFailure.invalid("the tier does not report its counters"));
    Map<DatabaseCost, Long> now = new EnumMap<>(DatabaseCost.class);
    for (DatabaseCost cost : DatabaseCost.values()) {
      Map<String, Long> counters = cost.isGauge() ? report.gauges() : report.counters();
      cost.counter().ifPresent(counter -> now.put(cost, counters.get(counter.label())));
    }
    if (now.containsValue(null)) {
      throw StressFailure.invalid("the tier does not report its counters of round trips");
    }
    flushes.get().ifPresent(n -> now.put(DatabaseCost.LOG_FLUSHES, n));
    return now;
  }

  void write(Path file, String variant) {
    try {
      VariantCost.append(file, variant, requests);
    } catch (IOException e) {
      throw StressFailure.cannotWrite(file, e);
    }
  }
}
