package cloakroom.simulation;

import cloakroom.simulation.Demands.Demand;
import cloakroom.simulation.PredictionRequest.Setup;
import cloakroom.simulation.SimulationResult.DatabaseWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a system would do, from what another one was measured to do. The measured system is
 * simulated first: what its pools ask of the database is taken from its measured round trips, and
 * what it lacks of the measured response time is the rest of each request.
 *
 * @param calibrated the measured system's own simulation
 * @param restMs the rest of a measured request
 * @param heapMegabytes live heap of a node, null if the run did not weigh it
 * @param notes what to know of it, a line each: first of all where it is not valid
 */
public record Prediction(
    SimulationResult predicted,
    SimulationResult calibrated,
    double restMs,
    Double heapMegabytes,
    List<String> notes) {
  /** Of the simulated time: what goes before anything counts, if each user has begun by then. */
  private static final double WARM_UP = 0.1;

  private static final double CALIBRATION_SECONDS = 120;

  /** Of the rest, which changes how busy its own simulation is. */
  private static final int CORRECTIONS = 2;

  /**
   * Instances of the measured run over those of its simulation. The two runs above it that were
   * tried as sources have erred by 24 and 60 % in the median, the five below by 11 to 24 %.
   */
  private static final double GROWN = 1.6;

  /** Busier than measured by so much, because a run's ramps are in its mean. */
  private static final double BEYOND = 1.25;

  private static final double NEAR_SATURATION = 0.9;

  /**
   * Simulates the measured and the asked system.
   *
   * @throws IllegalArgumentException if the question cannot be simulated
   */
  public static Prediction of(PredictionRequest question) {
    question.check();
    double seconds = question.seconds();
    Setup measured = question.measured();
    double brief = Math.min(seconds, CALIBRATION_SECONDS);
    SimulationResult pools =
        run(question, measured, Demands.of(question, measured, List.of()), brief);
    Demands bare = Demands.of(question, measured, pools.asked());
    double response = question.need("response.mean");
    SimulationResult calibrated = run(question, measured, bare, brief);
    double rest = response - calibrated.response().mean();
    for (int i = 0; i < CORRECTIONS && rest > 0; i++) {
      calibrated = run(question, measured, rest(bare, rest, calibrated), brief);
      rest += response - calibrated.response().mean();
    }
    Demands demands =
        rest(Demands.of(question, question.asked(), pools.asked()), Math.max(0, rest), calibrated);
    SimulationResult predicted = run(question, question.asked(), demands, seconds);
    return new Prediction(
        predicted, calibrated, rest, heap(question), notes(question, predicted, calibrated, rest));
  }

  private static SimulationResult run(
      PredictionRequest question, Setup setup, Demands demands, double seconds) {
    double warmUp = Math.max(seconds * WARM_UP, demands.cost(Demand.THINK) / 1000);
    return Simulation.run(setup, demands, warmUp, seconds, question.seed());
  }

  /** The same where a mean request lacks so much; without round trips that is outside the tier. */
  private static Demands rest(Demands demands, double millis, SimulationResult calibrated) {
    DatabaseWork each = demands.each(calibrated);
    double exchanges = each.roundTrips() + each.flushes();
    return exchanges > 0
        ? demands.with(Demand.REST, millis / exchanges)
        : demands.with(Demand.OUTSIDE, demands.cost(Demand.OUTSIDE) + millis);
  }

  private static Double heap(PredictionRequest question) {
    Setup asked = question.asked();
    double session = question.figure("liveHeap.kilobytesPerSession") / 1024;
    double sessions = question.figure("liveHeap.sessions") / question.measured().nodes();
    double empty = question.figure("liveHeap.megabytes") - session * sessions;
    double heap = empty + session * asked.users() / asked.nodes();
    return Double.isFinite(heap) ? heap : null;
  }

  private static List<String> notes(
      PredictionRequest question,
      SimulationResult predicted,
      SimulationResult calibrated,
      double rest) {
    List<String> notes = new ArrayList<>();
    Setup measured = question.measured();
    Setup asked = question.asked();
    int processors = measured.nodes() * measured.tierProcessors();
    beyond(notes, question, "tier", predicted.tierBusy(), processors);
    beyond(notes, question, "database", predicted.databaseBusy(), measured.databaseProcessors());
    if (rest < 0) {
      notes.add(
          "not valid: the measured run was faster than its own simulation, by %.1f ms a request"
              .formatted(-rest));
    }
    double instances = question.figure("modules.maxInstances");
    if (instances > GROWN * calibrated.instances()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "not valid: the measured pools grew to %.0f instances, their simulation's to %d; what"
                  + " they waited for then is taken for the price of a round trip",
              instances,
              calibrated.instances()));
    }
    if (!Double.isFinite(question.figure("tier.mean"))) {
      notes.add("the measured run does not tell tier.mean: all of the rest is taken as the tier's");
    }
    if (!asked.store().equals(measured.store()) || !asked.policy().equals(measured.policy())) {
      notes.add(
          "another policy or store than was measured: its round trips are counted by the pool's"
              + " code, and each costs what a measured one does");
    }
    if (predicted.failed() > 0) {
      notes.add(predicted.failed() + " requests failed: they waited too long");
    }
    notes.add(
        "not simulated: locks, the log's throughput, garbage collection, log-ins and log-outs,"
            + " other work on the machine; one root module for each transaction of a plan");
    return notes;
  }

  private static void beyond(
      List<String> notes,
      PredictionRequest question,
      String who,
      double busy,
      int measuredProcessors) {
    double micros = question.figure("cpuMicrosPerRequest." + who);
    double before = question.figure("throughputPerSecond") * micros / 1e6 / measuredProcessors;
    if (!Double.isFinite(before)) {
      notes.add("not valid: processor time of the " + who + " was not measured");
    } else if (busy > BEYOND * before) {
      notes.add(
          String.format(
              Locale.ROOT,
              "beyond what was measured: processors of the %s at %.1f %% instead of %.1f %%",
              who,
              100 * busy,
              100 * before));
    }
    if (busy > NEAR_SATURATION) {
      notes.add("processors of the " + who + " nearly saturated: small errors grow large");
    }
  }
}
