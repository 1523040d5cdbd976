package cloakroom.simulation;

import cloakroom.simulation.Question.Kind;
import cloakroom.simulation.Question.Setup;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What requests cost, in milliseconds for each exchange: an HTTP request and its answer count as
 * one, and so does each round trip to the database. A policy that makes more round trips costs more
 * in proportion.
 *
 * @param cycle the requests between two pauses, with the round trips that no policy saves
 * @param curve the measured response times at {@link #LEVELS}, which the rest is spread like; empty
 *     for a rest that is always the same
 */
record Demands(List<Kind> cycle, Map<Demand, Double> millis, List<Double> curve) {
  private static final double[] LEVELS = {0, 0.5, 0.9, 0.95, 0.99, 0.999};
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p95", "p99", "p999");

  /** What takes time. */
  enum Demand {
    /** for an exchange */
    TIER("processor time, tier"),
    /** for a round trip */
    DATABASE("processor time, database"),
    /** for a round trip */
    DISTANCE("distance"),
    /** for an exchange, besides all that is simulated */
    REST("rest"),
    THINK("think time");

    final String words;

    Demand(String words) {
      this.words = words;
    }
  }

  /**
   * The demands of a system as another one was measured, without the rest.
   *
   * @param snapshots round trips of a measured request that its pool alone has asked for
   */
  static Demands of(Question question, Setup setup, double snapshots) {
    double relayed = question.figure("distance.roundTripsPerRequest");
    double counted = Double.isFinite(relayed) ? relayed : meanTrips(question.cycle());
    double own = Math.max(0, counted - snapshots);
    double trips = own + snapshots;
    double database = question.figure("cpuMicrosPerRequest.database");
    boolean free = trips <= 0 || !Double.isFinite(database);
    Map<Demand, Double> millis = new EnumMap<>(Demand.class);
    millis.put(Demand.TIER, question.need("cpuMicrosPerRequest.tier") / 1000 / (1 + trips));
    millis.put(Demand.DATABASE, free ? 0 : database / 1000 / trips);
    millis.put(Demand.DISTANCE, setup.rttMs());
    millis.put(Demand.REST, 0.0);
    millis.put(Demand.THINK, setup.thinkMs());
    return new Demands(cycle(question, own), millis, curve(question));
  }

  /** Round trips of a request that the pool has asked for in a simulation. */
  static double snapshotTrips(Setup setup, Outcome outcome) {
    StoreCost cost = StoreCost.of(setup.store());
    return outcome.each("snapshotWrites") * cost.write()
        + outcome.each("snapshotReads") * cost.read()
        + outcome.each("snapshotDeletes") * cost.delete()
        + outcome.each("reexecutions");
  }

  private static double meanTrips(List<Kind> cycle) {
    return cycle.stream().mapToDouble(Kind::roundTrips).average().orElse(0);
  }

  private static List<Kind> cycle(Question question, double own) {
    double counted = meanTrips(question.cycle());
    return question.cycle().stream()
        .map(
            kind -> {
              double trips = counted > 0 ? kind.roundTrips() * own / counted : own;
              return new Kind(kind.name(), trips, kind.ends());
            })
        .toList();
  }

  private static List<Double> curve(Question question) {
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

  /** Round trips of a request of that system, its snapshots' included. */
  double trips(Setup setup, Outcome outcome) {
    return meanTrips(cycle) + snapshotTrips(setup, outcome);
  }
}
