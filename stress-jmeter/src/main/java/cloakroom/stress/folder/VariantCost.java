package cloakroom.stress.folder;

import static java.lang.Double.NaN;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the requests of one variant cost the database, by kind: counted before the trials, one
 * request at a time.
 */
public record VariantCost(List<RequestCost> kinds) {
  /** Nobody counted. */
  public static final VariantCost UNKNOWN = new VariantCost(List.of());

  /** What the names of its figures begin with. */
  public static final String TRANSACTION = "perTransaction";

  public static final String REQUEST = "perRequest";

  private static final String GAUGES = "counted";

  /**
   * One request as it was counted.
   *
   * @param transaction the transaction of the plan that it is part of, or empty
   * @param costs without those that nobody told
   */
  public record Counted(String transaction, String request, Map<DatabaseCost, Long> costs) {}

  /** The requests of one name. */
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

  /**
   * Sums up what was counted, in the order of the plan. The later half of each kind counts: by then
   * users have been where they are in the long run, and caches and pools hold what they will hold.
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

  /** The figures of a trial of this variant, by metric name. */
  public Map<String, Double> figures() {
    Map<String, List<RequestCost>> transactions = new LinkedHashMap<>();
    kinds.stream()
        .filter(kind -> !kind.transaction.isEmpty())
        .forEach(k -> transactions.computeIfAbsent(k.transaction, t -> new ArrayList<>()).add(k));
    // users spend their time in transactions; opens and log-outs are rare in any longer load
    List<RequestCost> inside = transactions.values().stream().flatMap(List::stream).toList();
    List<RequestCost> usual = inside.isEmpty() ? kinds : inside;
    Map<String, Double> figures = new HashMap<>();
    for (DatabaseCost cost : DatabaseCost.values()) {
      if (cost.isGauge()) {
        figures.put(name("", cost), kinds.stream().mapToDouble(k -> k.max(cost)).max().orElse(NaN));
        continue;
      }
      figures.put(
          name(TRANSACTION, cost),
          transactions.values().stream()
              .mapToDouble(parts -> sum(parts, cost) / times(parts))
              .average()
              .orElse(NaN));
      figures.put(
          name(REQUEST, cost),
          sum(usual, cost) / usual.stream().mapToLong(RequestCost::requests).sum());
    }
    return figures;
  }

  /** Returns the name of a metric; a gauge has one, the maximum of all requests. */
  public static String name(String of, DatabaseCost cost) {
    return (cost.isGauge() ? GAUGES : of) + "." + cost.key();
  }

  private static double sum(List<RequestCost> some, DatabaseCost cost) {
    return some.stream().mapToDouble(kind -> kind.sum(cost)).sum();
  }

  /** How often a transaction was done: not each has each of its requests. */
  private static long times(List<RequestCost> parts) {
    return parts.stream().mapToLong(RequestCost::requests).max().orElseThrow();
  }
}
