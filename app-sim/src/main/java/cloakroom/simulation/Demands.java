package cloakroom.simulation;

import cloakroom.simulation.PredictionRequest.RequestKind;
import cloakroom.simulation.PredictionRequest.Setup;
import cloakroom.simulation.SimulationResult.DatabaseWork;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Costs of requests in milliseconds. {@link Demand} defines what each cost applies to.
 *
 * @param cycle requests of a user's transaction, with the costs that do not depend on the policy
 * @param curve response times at the percentiles {@link #LEVELS}; the unexplained part of the
 *     response time varies like them, or is constant if the list is empty
 */
record Demands(List<RequestKind> cycle, Map<Demand, Double> millis, List<Double> curve) {
  /** Ratio of the CPU time of an HTTP exchange to that of a round trip; 4.5 to 7.6 measured. */
  static final double HTTP_TRIPS = 5;

  private static final double[] LEVELS = {0, 0.5, 0.9, 0.95, 0.99, 0.999};
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p95", "p99", "p999");

  /** Component of the response time or of the think time. */
  enum Demand {
    TIER, // processor time for a round trip, or a part of an HTTP exchange
    DATABASE, // processor time for a round trip
    NETWORK, // added latency of a round trip
    REST, // unexplained part of the response time, for a round trip or a log flush
    OUTSIDE, // time outside the tier, for a request
    THINK // pause of the user after a transaction
  }

  /**
   * Returns the costs of {@code setup}, computed from the measured metrics without unexplained
   * time. Subtracts {@code poolWork}, the module pools' database work per request, unless empty.
   */
  static Demands of(PredictionRequest request, Setup setup, List<DatabaseWork> poolWork) {
    double counted =
        request.cycle().stream().mapToDouble(RequestKind::roundTrips).average().orElse(0);
    double relayed = request.figures().getOrDefault("network.roundTripsPerRequest", 0.0);
    double trips = counted > 0 ? counted : relayed;
    double database = request.metric("cpuMicrosPerRequest.database");
    double outside = request.metric("response.mean") - request.metric("tier.mean");
    boolean free = trips <= 0 || !Double.isFinite(database);
    Map<Demand, Double> millis = new EnumMap<>(Demand.class);
    double tier = request.requireMetric("cpuMicrosPerRequest.tier");
    millis.put(Demand.TIER, tier / 1000 / (HTTP_TRIPS + trips));
    millis.put(Demand.DATABASE, free ? 0 : database / 1000 / trips);
    millis.put(Demand.NETWORK, setup.rttMs());
    millis.put(Demand.REST, 0.0);
    millis.put(Demand.OUTSIDE, Double.isFinite(outside) ? Math.max(0, outside) : 0);
    millis.put(Demand.THINK, setup.thinkMs());
    List<RequestKind> cycle = new ArrayList<>();
    for (RequestKind kind : request.cycle()) {
      DatabaseWork pool = poolWork.isEmpty() ? new DatabaseWork(0, 0) : poolWork.get(cycle.size());
      double own = (counted > 0 ? kind.roundTrips() : relayed) - pool.roundTrips();
      double flushes = Math.max(0, kind.flushes() - pool.flushes());
      cycle.add(
          new RequestKind(kind.name(), kind.module(), Math.max(0, own), flushes, kind.ends()));
    }
    List<Double> curve = new ArrayList<>(List.of(0.0));
    PERCENTILES.forEach(p -> curve.add(request.metric("response." + p)));
    boolean complete = curve.stream().skip(1).allMatch(value -> value > 0);
    return new Demands(List.copyOf(cycle), millis, complete ? curve : List.of());
  }

  Demands with(Demand demand, double value) {
    Map<Demand, Double> changed = new EnumMap<>(millis);
    changed.put(demand, value);
    return new Demands(cycle, changed, curve);
  }

  /** Returns demands whose unexplained time varies more (share above 0) or less (down to -1). */
  Demands varying(double share, double explained, double mean) {
    return new Demands(
        cycle,
        millis,
        curve.stream()
            .map(value -> Math.max(0, value - share * (share < 0 ? mean - value : explained)))
            .toList());
  }

  double cost(Demand demand) {
    return millis.get(demand);
  }

  /** Converts a uniform random number to a factor for the unexplained time, with mean 1. */
  double spread(double uniform) {
    if (curve.isEmpty()) {
      return 1;
    }
    int last = LEVELS.length - 1;
    double at = curve.get(last);
    double mean = (1 - LEVELS[last]) * at;
    for (int i = last; i > 0; i--) {
      double width = LEVELS[i] - LEVELS[i - 1];
      double height = curve.get(i) - curve.get(i - 1);
      mean += width * (curve.get(i - 1) + height / 2);
      if (uniform >= LEVELS[i - 1] && uniform < LEVELS[i]) {
        at = curve.get(i - 1) + height * (uniform - LEVELS[i - 1]) / width;
      }
    }
    return mean > 0 ? at / mean : 1;
  }

  /** Returns the mean round trips and log flushes per request, including those of module pools. */
  DatabaseWork mean(SimulationResult result) {
    double trips = cycle.stream().mapToDouble(RequestKind::roundTrips).average().orElse(0);
    double flushes = cycle.stream().mapToDouble(RequestKind::flushes).average().orElse(0);
    List<DatabaseWork> pools = result.asked();
    return new DatabaseWork(
        trips + pools.stream().mapToDouble(DatabaseWork::roundTrips).average().orElse(0),
        flushes + pools.stream().mapToDouble(DatabaseWork::flushes).average().orElse(0));
  }
}
