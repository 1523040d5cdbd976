package cloakroom.simulation;

import cloakroom.policy.JboProperty;
import cloakroom.simulation.Demands.Demand;
import cloakroom.simulation.PredictionRequest.Setup;
import cloakroom.simulation.SimulationResult.DatabaseWork;
import java.util.ArrayList;
import java.util.List;

/**
 * Prediction for a system, from the metrics of another system that was measured. The measured
 * system is simulated first. Measured minus simulated response time is the unexplained time, which
 * the prediction adds to each request.
 *
 * @param restMs unexplained time of a measured request, in milliseconds
 * @param heapMegabytes live heap of a node, or null if the run did not measure the heap
 * @param notes limits of the prediction; reasons why it is not valid come first
 */
public record Prediction(
    SimulationResult predicted,
    SimulationResult calibrated,
    double restMs,
    Double heapMegabytes,
    List<String> notes) {
  private static final double WARM_UP = 0.1; // share of the simulated time
  private static final double CALIBRATION_SECONDS = 120;
  private static final int CORRECTIONS = 3; // iterations, because the rest changes the utilization
  private static final double MAX_EXPLAINED = 1.5; // share, because the minimum time is unknown
  private static final double MAX_NEGATIVE_REST = 0.1; // of the mean, an error that users accept
  private static final double MAX_INSTANCE_RATIO = 1.6; // below: median errors of 11 to 24 %
  private static final double MAX_LOAD_RATIO = 1.25; // the measured mean includes the ramp-up
  private static final int MAX_USERS_RATIO = 3; // the largest that was validated
  private static final double NEAR_SATURATION = 0.9;

  public static Prediction of(PredictionRequest request) {
    request.check();
    double seconds = request.seconds();
    Setup measured = request.measured();
    double brief = Math.min(seconds, CALIBRATION_SECONDS);
    Demands withoutPools = Demands.of(request, measured, List.of());
    SimulationResult pools = run(request, measured, withoutPools, brief);
    Demands bare = Demands.of(request, measured, pools.asked());
    double response = request.requireMetric("response.mean");
    SimulationResult calibrated = run(request, measured, bare, brief);
    double rest = response - calibrated.response().mean();
    for (int i = 0; i < CORRECTIONS && rest > 0; i++) {
      calibrated = run(request, measured, withRest(bare, rest, calibrated), brief);
      rest += response - calibrated.response().mean();
    }
    double added = Math.max(0, rest);
    double explained = Math.max(0, response - added - bare.cost(Demand.OUTSIDE));
    Demands fitted = withRest(bare, added, calibrated);
    double share = variation(request, fitted, explained, calibrated.response().p95(), brief);
    Demands asked =
        Demands.of(request, request.asked(), pools.asked()).varying(share, explained, response);
    Demands demands = withRest(asked, added, calibrated);
    SimulationResult predicted = run(request, request.asked(), demands, seconds);
    return new Prediction(
        predicted, calibrated, rest, heap(request), notes(request, predicted, calibrated, rest));
  }

  /**
   * Returns the variation with which the measured system's simulated p95 is the measured one. A sum
   * of independent times varies less than the measured times; unequal requests vary more.
   */
  private static double variation(
      PredictionRequest request,
      Demands demands,
      double explained,
      double p95Before,
      double seconds) {
    double p95 = request.metric("response.p95");
    double mean = request.metric("response.mean");
    double before = 0;
    double from = p95Before;
    double next = from < p95 ? 1 : -0.5;
    for (int i = 0; i < CORRECTIONS && p95 > 0 && next != before; i++) {
      Demands varied = demands.varying(next, explained, mean);
      double to = run(request, request.measured(), varied, seconds).response().p95();
      double slope = (to - from) / (next - before);
      before = next;
      from = to;
      next = slope > 0 ? Math.max(-1, Math.min(MAX_EXPLAINED, next + (p95 - to) / slope)) : next;
    }
    return p95 > 0 ? next : 0;
  }

  private static SimulationResult run(
      PredictionRequest request, Setup setup, Demands demands, double seconds) {
    double warmUp = Math.max(seconds * WARM_UP, demands.cost(Demand.THINK) / 1000);
    return Simulation.run(setup, demands, warmUp, seconds, request.seed());
  }

  /** Distributes a request's unexplained time over its round trips and log flushes, if any. */
  private static Demands withRest(Demands demands, double millis, SimulationResult calibrated) {
    DatabaseWork mean = demands.mean(calibrated);
    double exchanges = mean.roundTrips() + mean.flushes();
    return exchanges > 0
        ? demands.with(Demand.REST, millis / exchanges)
        : demands.with(Demand.OUTSIDE, demands.cost(Demand.OUTSIDE) + millis);
  }

  private static Double heap(PredictionRequest request) {
    Setup asked = request.asked();
    double session = request.metric("liveHeap.kilobytesPerSession") / 1024;
    double sessions = request.metric("liveHeap.sessions") / request.measured().nodes();
    double empty = request.metric("liveHeap.megabytes") - session * sessions;
    double heap = empty + session * asked.users() / asked.nodes();
    return Double.isFinite(heap) ? heap : null;
  }

  private static List<String> notes(
      PredictionRequest request,
      SimulationResult predicted,
      SimulationResult calibrated,
      double rest) {
    List<String> notes = new ArrayList<>();
    Setup measured = request.measured();
    Setup asked = request.asked();
    int processors = measured.nodes() * measured.tierProcessors();
    int users = asked.users() / asked.nodes();
    int measuredUsers = measured.users() / measured.nodes();
    if (users > MAX_USERS_RATIO * measuredUsers) {
      String form =
          "beyond what was validated: %d users of a node, more than %d times the measured %d";
      notes.add(form.formatted(users, MAX_USERS_RATIO, measuredUsers));
    }
    checkLoad(notes, request, "tier", predicted.tierBusy(), processors);
    checkLoad(notes, request, "database", predicted.databaseBusy(), measured.databaseProcessors());
    if (-rest > MAX_NEGATIVE_REST * request.metric("response.mean")) {
      String form =
          "not valid: the measured run was faster than its own simulation, by %.1f ms a request";
      notes.add(form.formatted(-rest));
    }
    double instances = request.metric("modules.maxInstances");
    if (instances > MAX_INSTANCE_RATIO * calibrated.instances()) {
      notes.add(
          "not valid: the measured pools grew to %.0f instances, the simulated ones to %d; the time"
                  .formatted(instances, calibrated.instances())
              + " of waiting for an instance is counted as cost of a round trip");
    }
    if (!Double.isFinite(request.metric("tier.mean"))) {
      notes.add(
          "the measured run does not contain tier.mean: all of the rest is attributed to the tier");
    }
    if (!asked.store().equals(measured.store()) || !asked.policy().equals(measured.policy())) {
      notes.add(
          "another policy or store than was measured: the pool's code counts its round trips, each"
              + " at the cost of a measured one");
    }
    long pause = asked.releasePolicy().time(JboProperty.MONITOR_SLEEP_INTERVAL).toSeconds();
    if (pause > (1 + WARM_UP) * request.seconds()) {
      String form =
          "not simulated: passes of the pool monitor, every %d s; simulate a longer time with --for";
      notes.add(form.formatted(pause));
    }
    if (!predicted.connectionShortage().isEmpty()) {
      notes.add(
          predicted.connectionShortage()
              + ": requests wait up to 30 s for a connection, then they fail");
    }
    if (predicted.failed() > 0) {
      notes.add(predicted.failed() + " requests failed: they waited too long");
    }
    notes.add(
        "not simulated: locks, the log's throughput, garbage collection, log-ins and log-outs,"
            + " background CPU load");
    return notes;
  }

  private static void checkLoad(
      List<String> notes,
      PredictionRequest request,
      String component,
      double busy,
      int measuredProcessors) {
    double micros = request.metric("cpuMicrosPerRequest." + component);
    double before = request.metric("throughputPerSecond") * micros / 1e6 / measuredProcessors;
    if (!Double.isFinite(before)) {
      notes.add("not valid: processor time of the " + component + " was not measured");
    } else if (busy > MAX_LOAD_RATIO * before) {
      String form = "beyond what was measured: processors of the %s at %.1f %% instead of %.1f %%";
      notes.add(form.formatted(component, 100 * busy, 100 * before));
    }
    if (busy > NEAR_SATURATION) {
      notes.add("processors of the " + component + " nearly saturated: small errors grow large");
    }
  }
}
