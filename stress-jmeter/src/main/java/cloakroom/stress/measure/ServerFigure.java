package cloakroom.stress.measure;

/**
 * A figure about the database server: how it comes from what the server told.
 *
 * @param name its name below {@code server} in summary.json
 * @param kind how it is made
 * @param column the figure of server.csv that it is made of
 * @param common whether every database is expected to tell it: then one that does not is mentioned
 * @param label what a table calls it
 * @param unit the unit, or empty
 * @param definition how it came about
 */
public record ServerFigure(
    String name,
    Kind kind,
    String column,
    boolean common,
    String label,
    String unit,
    String definition) {

  /** How a figure is made of a column. */
  public enum Kind {
    /** Growth over the measured phase, for each of its requests. */
    PER_REQUEST("for each request"),
    /** Growth over the measured phase, for each of its seconds. */
    PER_SECOND("in a second"),
    /** Growth as a share of the growth of DB time, in percent. */
    OF_DB_TIME("of the time in calls"),
    /** Growth of a time in microseconds for each second: how many sessions were at it at a time. */
    AT_A_TIME("sessions at a time, on average"),
    /** Mean of a level over the rows of the measured phase. */
    LEVEL("sessions at a time, on average");

    private final String heading;

    Kind(String heading) {
      this.heading = heading;
    }

    /** What a table writes above such figures. */
    public String heading() {
      return heading;
    }
  }

  private static final String DB_TIME = "dbMicros";

  /** The figure of one trial; NaN if it was not told. */
  public double of(ServerWork server) {
    return switch (kind) {
      case PER_REQUEST -> server.perRequest(column);
      case PER_SECOND -> server.perSecond(column);
      case OF_DB_TIME -> server.percent(column, DB_TIME);
      case AT_A_TIME -> server.perSecond(column) / 1_000_000;
      case LEVEL -> server.mean(column);
    };
  }

  /** The same as a metric of a trial. */
  Metric metric() {
    return new Metric(
        "server." + name,
        Metrics.SERVER,
        label + (kind == Kind.PER_SECOND || kind == Kind.PER_REQUEST ? " " + kind.heading() : ""),
        unit,
        2,
        trial -> of(trial.server()),
        definition);
  }
}
