package cloakroom.stress.measure;

/**
 * What hygiene cost in the measured phase.
 *
 * @param count connections cleaned when they went back or changed their session
 * @param roundTrips statements sent to the database for it
 * @param micros time it took, in microseconds; all three are NaN when the tier did not count them
 */
public record Cleaning(double count, double roundTrips, double micros) {

  /** Round trips for each cleaning; NaN when there was none. */
  public double roundTripsEach() {
    return roundTrips / count;
  }

  /** Microseconds for each cleaning; NaN when there was none. */
  public double microsEach() {
    return micros / count;
  }
}
