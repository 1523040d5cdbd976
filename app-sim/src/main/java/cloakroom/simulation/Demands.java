package cloakroom.simulation;

import cloakroom.simulation.PredictionRequest.RequestKind;
import cloakroom.simulation.PredictionRequest.Setup;
import cloakroom.simulation.SimulationResult.DatabaseWork;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What requests cost, in milliseconds for each exchange with the database or the user. A policy
 * that makes more round trips costs more in proportion.
 *
 * @param cycle a user's requests with what no policy saves of their round trips and flushes
 * @param curve the measured response times at {@link #LEVELS}, which the rest is spread like; empty
 *     for a rest that is always the same
 */
record Demands(List<RequestKind> cycle, Map<Demand, Double> millis, List<Double> curve) {
  /**
   * Round trips that take the tier's processor as long as an HTTP request and its answer do: what
   * the variants of the measured runs have in common, from 4.5 to 7.6.
   */
  static final double HTTP_TRIPS = 5;

  private static final double[] LEVELS = {0, 0.5, 0.9, 0.95, 0.99, 0.999};
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p95", "p99", "p999");

  /** Part of the response time or of the pause between two requests. */
  enum Demand {
    /**
     * Processor time of the tier for a round trip; an HTTP exchange counts as {@link #HTTP_TRIPS}.
     */
    TIER,
    /** Processor time of the database for a round trip. */
    DATABASE,
    /** Added latency of a round trip. */
    DISTANCE,
    /** Time that the simulation lacks, for a round trip or a log flush. */
    REST,
    /** Time outside of the tier, for a request. */
    OUTSIDE,
    THINK
  }

  /**
   * The demands of a system as another one was measured, without the rest.
   *
   * @param asked what the measured pools have asked of the database, for each request of the cycle
   */
  static Demands of(PredictionRequest question, Setup setup, List<DatabaseWork> asked) {
    double kinds =
        question.cycle().stream().mapToDouble(RequestKind::roundTrips).average().orElse(0);
    double relayed = question.figures().getOrDefault("network.roundTripsPerRequest", 0.0);
    double trips = kinds > 0 ? kinds : relayed;
    double database = question.figure("cpuMicrosPerRequest.database");
    double outside = question.figure("response.mean") - question.figure("tier.mean");
    boolean free = trips <= 0 || !Double.isFinite(database);
    Map<Demand, Double> millis = new EnumMap<>(Demand.class);
    millis.put(
        Demand.TIER, question.need("cpuMicrosPerRequest.tier") / 1000 / (HTTP_TRIPS + trips));
    millis.put(Demand.DATABASE, free ? 0 : database / 1000 / trips);
    millis.put(Demand.DISTANCE, setup.rttMs());
    millis.put(Demand.REST, 0.0);
    millis.put(Demand.OUTSIDE, Double.isFinite(outside) ? Math.max(0, outside) : 0);
    millis.put(Demand.THINK, setup.thinkMs());
    List<RequestKind> cycle = new ArrayList<>();
    for (int i = 0; i < question.cycle().size(); i++) {
      RequestKind kind = question.cycle().get(i);
      DatabaseWork pool = asked.isEmpty() ? new DatabaseWork(0, 0) : asked.get(i);
      cycle.add(
          new RequestKind(
              kind.name(),
              kind.module(),
              Math.max(0, (kinds > 0 ? kind.roundTrips() : relayed) - pool.roundTrips()),
              Math.max(0, kind.flushes() - pool.flushes()),
              kind.ends()));
    }
    return new Demands(List.copyOf(cycle), millis, curve(question));
  }

  private static List<Double> curve(PredictionRequest question) {
    List<Double> curve = new ArrayList<>(List.of(0.0));
    PERCENTILES.forEach(p -> curve.add(question.figure("response." + p)));
    return curve.stream().skip(1).allMatch(value -> value > 0) ? curve : List.of();
  }

  /** The same with another value of one of them. */
  Demands with(Demand demand, double value) {
    Map<Demand, Double> changed = new EnumMap<>(millis);
    changed.put(demand, value);
    return new Demands(cycle, changed, curve);
  }

  double cost(Demand demand) {
    return millis.get(demand);
  }

  /** What the rest of a request is multiplied with, 1 in the mean, for a number from 0 to 1. */
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
    return at / mean;
  }

  /** Round trips and flushes of a mean request, with those that the pools have asked for. */
  DatabaseWork each(SimulationResult outcome) {
    double trips = cycle.stream().mapToDouble(RequestKind::roundTrips).average().orElse(0);
    double flushes = cycle.stream().mapToDouble(RequestKind::flushes).average().orElse(0);
    List<DatabaseWork> pools = outcome.asked();
    return new DatabaseWork(
        trips + pools.stream().mapToDouble(DatabaseWork::roundTrips).average().orElse(0),
        flushes + pools.stream().mapToDouble(DatabaseWork::flushes).average().orElse(0));
  }
}
