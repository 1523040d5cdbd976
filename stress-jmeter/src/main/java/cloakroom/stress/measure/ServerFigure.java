package cloakroom.stress.measure;

import cloakroom.contract.Resources;
import java.util.List;

/**
 * A figure about the database server: how it comes from what the server told.
 *
 * @param name its name below {@code server} in summary.json
 * @param column the figure of server.csv that it is made of
 * @param common whether every database is expected to tell it: then one that does not is mentioned
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

  /** The group of these figures among all: they have tables of their own. */
  public static final String GROUP = "Database server";

  private static final String DB_TIME = "dbMicros";

  /** All of them, in the order of the reports: a new one is one line of the table. */
  public static final List<ServerFigure> ALL =
      Resources.rows("cloakroom/stress/measure/server-figures.txt").stream()
          .map(
              row ->
                  new ServerFigure(
                      row.get(0),
                      Kind.valueOf(row.get(1)),
                      row.get(2),
                      !row.get(3).isEmpty(),
                      row.get(4),
                      row.get(5),
                      row.get(6)))
          .toList();

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

  /** The name of the same as a figure of a trial. */
  public String figure() {
    return "server." + name;
  }

  Metric metric() {
    boolean rate = kind == Kind.PER_SECOND || kind == Kind.PER_REQUEST;
    return new Metric(
        figure(),
        GROUP,
        label + (rate ? " " + kind.heading() : ""),
        unit,
        2,
        List.of(figure()),
        definition);
  }
}
