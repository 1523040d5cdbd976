package cloakroom.stress.measure;

import java.util.ArrayList;
import java.util.List;

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

  /** All of them, in the order of the reports: a new one is one line here. */
  public static final List<ServerFigure> ALL = all();

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

  private static List<ServerFigure> all() {
    List<ServerFigure> all = new ArrayList<>();
    all.addAll(perRequest());
    all.addAll(perSecond());
    all.addAll(sessions());
    return List.copyOf(all);
  }

  private static List<ServerFigure> perRequest() {
    Kind kind = Kind.PER_REQUEST;
    return List.of(
        new ServerFigure(
            "commitsPerRequest",
            kind,
            "commits",
            true,
            "commits",
            "",
            "transactions committed, without the watcher's own; on PostgreSQL those that only read count too"),
        new ServerFigure(
            "rollbacksPerRequest",
            kind,
            "rollbacks",
            true,
            "rollbacks",
            "",
            "transactions rolled back"),
        new ServerFigure(
            "roundTripsPerRequest",
            kind,
            "roundTrips",
            true,
            "round trips",
            "",
            "messages that a client waited for (SQL*Net roundtrips)"),
        new ServerFigure(
            "executionsPerRequest",
            kind,
            "executions",
            true,
            "executions",
            "",
            "statements executed, those within the server too (execute count)"),
        new ServerFigure(
            "parsesPerRequest",
            kind,
            "parses",
            false,
            "parses",
            "",
            "parse calls (parse count total)"),
        new ServerFigure(
            "rowsWrittenPerRequest",
            kind,
            "rowsWritten",
            true,
            "rows written",
            "",
            "rows inserted, updated or deleted"),
        new ServerFigure(
            "logBytesPerRequest",
            kind,
            "logBytes",
            true,
            "redo or WAL",
            "B",
            "bytes of redo (Oracle) or write-ahead log (PostgreSQL, of the whole server)"),
        new ServerFigure(
            "fullPagesPerRequest",
            kind,
            "logFullPages",
            false,
            "full pages in the WAL",
            "",
            "pages written whole because they changed for the first time since a checkpoint"),
        new ServerFigure(
            "logicalReadsPerRequest",
            kind,
            "logicalReads",
            true,
            "block reads",
            "",
            "blocks read, from memory or below it"),
        new ServerFigure(
            "physicalReadsPerRequest",
            kind,
            "physicalReads",
            true,
            "block reads below the cache",
            "",
            "blocks that were not in the database's own cache"),
        new ServerFigure(
            "dbMicrosPerRequest",
            kind,
            "dbMicros",
            true,
            "time in calls",
            "µs",
            "time that sessions were in calls: DB time (Oracle), active time (PostgreSQL)"),
        new ServerFigure(
            "cpuMicrosPerRequest",
            kind,
            "cpuMicros",
            true,
            "of it on a processor",
            "µs",
            "DB CPU; PostgreSQL tells none, see the CPU time of its processes"));
  }

  private static List<ServerFigure> perSecond() {
    Kind kind = Kind.PER_SECOND;
    return List.of(
        new ServerFigure("logonsPerSecond", kind, "logons", true, "log-ons", "", "sessions begun"),
        new ServerFigure(
            "commitsPerSecond",
            kind,
            "commits",
            true,
            "commits",
            "",
            "transactions committed, without the watcher's own; on PostgreSQL those that only read count too"),
        new ServerFigure(
            "hardParsesPerSecond",
            kind,
            "hardParses",
            true,
            "hard parses",
            "",
            "statements for which a plan had to be made (parse count hard)"),
        new ServerFigure(
            "deadlocksPerSecond",
            kind,
            "deadlocks",
            false,
            "deadlocks",
            "",
            "transactions ended to free others"),
        new ServerFigure(
            "checkpointsPerSecond",
            kind,
            "checkpoints",
            false,
            "checkpoints",
            "",
            "checkpoints of the whole server, timed or asked for"),
        new ServerFigure(
            "poolRequestsPerSecond",
            kind,
            "poolRequests",
            false,
            "DRCP: requests",
            "",
            "sessions asked of the resident pool"),
        new ServerFigure(
            "poolMissesPerSecond",
            kind,
            "poolMisses",
            false,
            "DRCP: misses",
            "",
            "of them without a session of the same class at hand"),
        new ServerFigure(
            "poolWaitsPerSecond",
            kind,
            "poolWaits",
            false,
            "DRCP: waits",
            "",
            "of them that waited for a server to get free"),
        new ServerFigure(
            "connectPercent",
            Kind.OF_DB_TIME,
            "connectMicros",
            true,
            "connecting",
            "%",
            "connection management call elapsed time, as a share of DB time"),
        new ServerFigure(
            "parsePercent",
            Kind.OF_DB_TIME,
            "parseMicros",
            true,
            "parsing",
            "%",
            "parse time elapsed, as a share of DB time"));
  }

  private static List<ServerFigure> sessions() {
    return List.of(
        new ServerFigure(
            "sessionsInCalls",
            Kind.AT_A_TIME,
            "dbMicros",
            true,
            "in a call",
            "",
            "time in calls over the time that passed"),
        new ServerFigure(
            "sessions",
            Kind.LEVEL,
            "sessions",
            true,
            "connected",
            "",
            "sessions of clients, looked at once a second, the watcher's left out"),
        new ServerFigure(
            "sessionsActive",
            Kind.LEVEL,
            "sessionsActive",
            true,
            "seen in a call",
            "",
            "of them active when looked at"),
        new ServerFigure(
            "sessionsIdleInTransaction",
            Kind.LEVEL,
            "sessionsIdleInTransaction",
            true,
            "idle in a transaction",
            "",
            "of them with a transaction and without a call"),
        new ServerFigure(
            "sessionsDedicated",
            Kind.LEVEL,
            "sessionsDedicated",
            false,
            "on dedicated servers",
            "",
            "of them with a server process of their own"),
        new ServerFigure(
            "sessionsShared",
            Kind.LEVEL,
            "sessionsShared",
            false,
            "on shared servers",
            "",
            "of them with a shared server at that moment"),
        new ServerFigure(
            "sessionsPooled",
            Kind.LEVEL,
            "sessionsPooled",
            false,
            "on pooled servers",
            "",
            "of them with a server of the resident pool at that moment"));
  }
}
