package cloakroom.stress.measure;

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

  /** Name, kind, column, whether it is common, label, unit, definition. */
  private static final String TABLE =
      """
      commitsPerRequest | PER_REQUEST | commits | common | commits | | \
      transactions committed, without the watcher's own; on PostgreSQL those that only read count too
      rollbacksPerRequest | PER_REQUEST | rollbacks | common | rollbacks | | transactions rolled back
      roundTripsPerRequest | PER_REQUEST | roundTrips | common | round trips | | \
      messages that a client waited for (SQL*Net roundtrips)
      executionsPerRequest | PER_REQUEST | executions | common | executions | | \
      statements executed, those within the server too (execute count)
      parsesPerRequest | PER_REQUEST | parses | | parses | | parse calls (parse count total)
      rowsWrittenPerRequest | PER_REQUEST | rowsWritten | common | rows written | | rows inserted, updated or deleted
      logBytesPerRequest | PER_REQUEST | logBytes | common | redo or WAL | B | \
      bytes of redo (Oracle) or write-ahead log (PostgreSQL, of the whole server)
      fullPagesPerRequest | PER_REQUEST | logFullPages | | full pages in the WAL | | \
      pages written whole because they changed for the first time since a checkpoint
      logicalReadsPerRequest | PER_REQUEST | logicalReads | common | block reads | | blocks read, from memory or below it
      physicalReadsPerRequest | PER_REQUEST | physicalReads | common | block reads below the cache | | \
      blocks that were not in the database's own cache
      dbMicrosPerRequest | PER_REQUEST | dbMicros | common | time in calls | µs | \
      time that sessions were in calls: DB time (Oracle), active time (PostgreSQL)
      cpuMicrosPerRequest | PER_REQUEST | cpuMicros | common | of it on a processor | µs | \
      DB CPU; PostgreSQL tells none, see the CPU time of its processes
      logonsPerSecond | PER_SECOND | logons | common | log-ons | | sessions begun
      commitsPerSecond | PER_SECOND | commits | common | commits | | \
      transactions committed, without the watcher's own; on PostgreSQL those that only read count too
      hardParsesPerSecond | PER_SECOND | hardParses | common | hard parses | | \
      statements for which a plan had to be made (parse count hard)
      deadlocksPerSecond | PER_SECOND | deadlocks | | deadlocks | | transactions ended to free others
      checkpointsPerSecond | PER_SECOND | checkpoints | | checkpoints | | \
      checkpoints of the whole server, timed or asked for
      poolRequestsPerSecond | PER_SECOND | poolRequests | | DRCP: requests | | sessions asked of the resident pool
      poolMissesPerSecond | PER_SECOND | poolMisses | | DRCP: misses | | \
      of them without a session of the same class at hand
      poolWaitsPerSecond | PER_SECOND | poolWaits | | DRCP: waits | | of them that waited for a server to get free
      connectPercent | OF_DB_TIME | connectMicros | common | connecting | % | \
      connection management call elapsed time, as a share of DB time
      parsePercent | OF_DB_TIME | parseMicros | common | parsing | % | parse time elapsed, as a share of DB time
      sessionsInCalls | AT_A_TIME | dbMicros | common | in a call | | time in calls over the time that passed
      sessions | LEVEL | sessions | common | connected | | \
      sessions of clients, looked at once a second, the watcher's left out
      sessionsActive | LEVEL | sessionsActive | common | seen in a call | | of them active when looked at
      sessionsIdleInTransaction | LEVEL | sessionsIdleInTransaction | common | idle in a transaction | | \
      of them with a transaction and without a call
      sessionsDedicated | LEVEL | sessionsDedicated | | on dedicated servers | | \
      of them with a server process of their own
      sessionsShared | LEVEL | sessionsShared | | on shared servers | | of them with a shared server at that moment
      sessionsPooled | LEVEL | sessionsPooled | | on pooled servers | | \
      of them with a server of the resident pool at that moment
      """;

  /** All of them, in the order of the reports: a new one is one line of the table. */
  public static final List<ServerFigure> ALL =
      TABLE.lines().map(row -> of(row.split("\\s*\\|\\s*", -1))).toList();

  private static ServerFigure of(String[] cells) {
    return new ServerFigure(
        cells[0],
        Kind.valueOf(cells[1]),
        cells[2],
        !cells[3].isEmpty(),
        cells[4],
        cells[5],
        cells[6]);
  }

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
