package cloakroom.stress.folder;

import static java.lang.Double.NaN;

import cloakroom.contract.Counter;
import cloakroom.platform.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Database cost of each kind of request. The run counts this cost with single requests before it
 * applies load. The file round-trips.csv has a row for each request.
 */
public record VariantCost(List<RequestCost> kinds) {
  public static final VariantCost UNKNOWN = new VariantCost(List.of());
  public static final String TRANSACTION = "perTransaction";
  public static final String REQUEST = "perRequest";

  /** Database cost of a request that is counted, not timed, and so equal on every machine. */
  public enum DatabaseCost {
    ROUND_TRIPS(Counter.ROUND_TRIPS),
    /** Transactions that write. Each one waits until the database flushes its log. */
    LOG_FLUSHES(null),
    BYTES_SENT(Counter.DATABASE_BYTES_SENT),
    BYTES_RECEIVED(Counter.DATABASE_BYTES_RECEIVED),
    SNAPSHOT_WRITES(Counter.SNAPSHOT_WRITES),
    SNAPSHOT_READS(Counter.SNAPSHOT_READS),
    /** Connections that application modules keep borrowed after the response to the request. */
    CONNECTIONS_HELD(Counter.CONNECTIONS_HELD),
    /** Highest number of connections in use at one time since the application tier started. */
    CONNECTIONS_IN_USE(Counter.MAX_CONNECTIONS_IN_USE);

    private final Counter counter;

    DatabaseCost(Counter counter) {
      this.counter = counter;
    }

    public String key() {
      return Names.camelCase(name());
    }

    /**
     * Returns the application tier's counter of this cost; empty if only the database counts it.
     */
    public Optional<Counter> counter() {
      return Optional.ofNullable(counter);
    }

    /** Returns whether the cost is a gauge, read after the request, and not an increment. */
    public boolean isGauge() {
      return counter != null && counter.isGauge();
    }
  }

  /** Database costs of a request; {@code transaction} is empty outside JMeter transactions. */
  public record Counted(String transaction, String request, Map<DatabaseCost, Long> costs) {}

  public record RequestCost(
      String transaction,
      String request,
      long requests,
      Map<DatabaseCost, DoubleSummaryStatistics> costs) {
    private double sum(DatabaseCost cost) {
      return costs.containsKey(cost) ? costs.get(cost).getSum() : NaN;
    }

    private double max(DatabaseCost cost) {
      return costs.containsKey(cost) ? costs.get(cost).getMax() : NaN;
    }
  }

  public static void append(Path file, String variant, List<Counted> requests) throws IOException {
    List<String> lines = new ArrayList<>();
    if (!Files.exists(file)) {
      lines.add(line(List.of("variant", "transaction", "request"), DatabaseCost::key));
    }
    for (Counted one : requests) {
      lines.add(
          line(
              List.of(variant, one.transaction, one.request),
              cost -> one.costs.containsKey(cost) ? one.costs.get(cost).toString() : ""));
    }
    Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String line(List<String> names, Function<DatabaseCost, String> costs) {
    return CsvTable.line(
        Stream.concat(names.stream(), Arrays.stream(DatabaseCost.values()).map(costs)));
  }

  static Map<String, VariantCost> read(Path file, String name) {
    Map<String, List<Counted>> all = new LinkedHashMap<>();
    CsvTable.read(
        file,
        name,
        false,
        row -> all.computeIfAbsent(row.text("variant"), v -> new ArrayList<>()).add(counted(row)));
    Map<String, VariantCost> costs = new LinkedHashMap<>();
    all.forEach((variant, requests) -> costs.put(variant, of(requests)));
    return costs;
  }

  private static Counted counted(CsvTable row) {
    Map<DatabaseCost, Long> costs = new EnumMap<>(DatabaseCost.class);
    for (DatabaseCost cost : DatabaseCost.values()) {
      if (row.names().contains(cost.key()) && !row.text(cost.key()).isEmpty()) {
        costs.put(cost, row.whole(cost.key()));
      }
    }
    return new Counted(row.text("transaction"), row.text("request"), costs);
  }

  /**
   * Adds up the costs of counted requests by kind, in the order of the plan. Ignores the first half
   * of each kind, because caches and pools still fill up then.
   */
  public static VariantCost of(List<Counted> all) {
    Map<String, List<Counted>> byName = new LinkedHashMap<>();
    all.forEach(one -> byName.computeIfAbsent(one.request, k -> new ArrayList<>()).add(one));
    return new VariantCost(
        byName.values().stream().map(of -> kind(of.subList(of.size() / 2, of.size()))).toList());
  }

  private static RequestCost kind(List<Counted> steady) {
    Map<DatabaseCost, DoubleSummaryStatistics> costs = new EnumMap<>(DatabaseCost.class);
    for (Counted one : steady) {
      one.costs.forEach(
          (cost, n) -> costs.computeIfAbsent(cost, c -> new DoubleSummaryStatistics()).accept(n));
    }
    Counted first = steady.get(0);
    return new RequestCost(first.transaction, first.request, steady.size(), costs);
  }

  public Map<String, Double> figures() {
    Map<String, List<RequestCost>> transactions = new LinkedHashMap<>();
    kinds.stream()
        .filter(kind -> !kind.transaction.isEmpty())
        .forEach(k -> transactions.computeIfAbsent(k.transaction, t -> new ArrayList<>()).add(k));
    // Ignores requests outside transactions (page opens, log-outs), which are rare in a long run.
    List<RequestCost> inside = transactions.values().stream().flatMap(List::stream).toList();
    List<RequestCost> usual = inside.isEmpty() ? kinds : inside;
    long requests = requests(usual).sum();
    Map<String, Double> metrics = new HashMap<>();
    for (DatabaseCost cost : DatabaseCost.values()) {
      if (cost.isGauge()) {
        metrics.put(name("", cost), kinds.stream().mapToDouble(k -> k.max(cost)).max().orElse(NaN));
        continue;
      }
      metrics.put(
          name(TRANSACTION, cost),
          transactions.values().stream()
              // Divides by the most frequent request, which runs once in every transaction.
              .mapToDouble(parts -> sum(parts, cost) / requests(parts).max().orElseThrow())
              .average()
              .orElse(NaN));
      metrics.put(name(REQUEST, cost), sum(usual, cost) / requests);
    }
    return metrics;
  }

  /**
   * Returns the metric name of a cost. The prefix is {@code of}, or "counted" for a gauge, which is
   * a maximum over all requests.
   */
  public static String name(String of, DatabaseCost cost) {
    return (cost.isGauge() ? "counted" : of) + "." + cost.key();
  }

  private static LongStream requests(List<RequestCost> some) {
    return some.stream().mapToLong(RequestCost::requests);
  }

  private static double sum(List<RequestCost> some, DatabaseCost cost) {
    return some.stream().mapToDouble(kind -> kind.sum(cost)).sum();
  }
}
