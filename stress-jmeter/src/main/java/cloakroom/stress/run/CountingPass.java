package cloakroom.stress.run;

import cloakroom.contract.Counter;
import cloakroom.contract.NodeReport;
import cloakroom.contract.TierOptions;
import cloakroom.stress.files.CountedFile;
import cloakroom.stress.measure.DatabaseCost;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.VariantCost.Counted;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Counts what each request of one variant costs the database, before the trials: a relay and a
 * request at a time, which no timed trial should have to bear. What tier and database have counted
 * since the request before belongs to the request that was answered last.
 */
final class CountingPass {
  /** What takes time and is not counted; a relay without distance counts the same. */
  private static final List<String> SLOW =
      List.of(
          TierOptions.DB_RTT, TierOptions.DB_JITTER, TierOptions.PAGE_WORK, TierOptions.PAGE_CPU);

  /** Half of it is for caches and pools: see {@code VariantCost}. */
  private static final List<String> SHORT =
      List.of("--count", "-Jiterations=3", "-Jduration_s=0", "-Jramp_s=0", "-Jwarmup_users=0");

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
  static boolean canCount(Variant variant) {
    return !variant.policy().equals("noop");
  }

  /** The tier of a trial, as it is started to be counted. */
  static Launch tier(Launch launch) {
    List<String> command = new ArrayList<>(launch.command());
    SLOW.forEach(option -> without(command, option));
    command.addAll(List.of(TierOptions.DB_RTT, "0"));
    return brief(launch, command);
  }

  private static void without(List<String> command, String option) {
    int at = command.indexOf(option);
    if (at >= 0) {
      command.subList(at, at + 2).clear();
    }
  }

  /** The load engine of a trial, as it is started to be counted. */
  static Launch engine(Launch launch) {
    List<String> command = new ArrayList<>(launch.command());
    if (command.contains("-Jthink_ms=0")) {
      // without any pause all users are always there, and each request finds the others before it
      command.addAll(List.of("-Jthink_ms=1", "-Jhold=1"));
    }
    command.remove("--dashboard");
    without(command, "--engines"); // one request at a time, so here
    command.addAll(SHORT);
    return brief(launch, command);
  }

  /** A JVM that lives for seconds does best with the first compiler alone. */
  private static Launch brief(Launch launch, List<String> command) {
    command.add(1, "-XX:TieredStopAtLevel=1");
    return new Launch(launch.name(), command, launch.environment(), launch.log());
  }

  /** The engine has told of a request. */
  void on(JsonNode event) {
    Map<DatabaseCost, Long> now = read();
    Map<DatabaseCost, Long> costs = new EnumMap<>(DatabaseCost.class);
    now.forEach((cost, n) -> costs.put(cost, n - last.getOrDefault(cost, n)));
    requests.add(
        new Counted(event.path("transaction").asText(), event.path("request").asText(), costs));
    last = now;
  }

  private Map<DatabaseCost, Long> read() {
    Map<String, Long> counters = counters().counters();
    Map<DatabaseCost, Long> now = new EnumMap<>(DatabaseCost.class);
    for (DatabaseCost cost : DatabaseCost.values()) {
      cost.counter().ifPresent(counter -> now.put(cost, told(counters, counter)));
    }
    flushes.get().ifPresent(n -> now.put(DatabaseCost.LOG_FLUSHES, n));
    return now;
  }

  private static long told(Map<String, Long> counters, Counter counter) {
    Long n = counters.get(counter.label());
    if (n == null) {
      throw StressFailure.invalid("the tier does not tell its counter " + counter.label());
    }
    return n;
  }

  private NodeReport counters() {
    Optional<NodeReport> told = tier.get();
    for (int i = 1; i < PATIENCE && told.isEmpty(); i++) {
      told = tier.get();
    }
    return told.orElseThrow(() -> StressFailure.invalid("the tier does not tell its counters"));
  }

  /** Writes what was counted behind that of the variants before. */
  void write(Path file, String variant) {
    try {
      CountedFile.add(file, variant, requests);
    } catch (IOException e) {
      throw StressFailure.cannotWrite(file, e);
    }
  }
}
