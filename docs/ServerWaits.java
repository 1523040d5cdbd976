import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/**
 * What the statements on a PostgreSQL server do while a load runs: for some seconds looks a
 * thousand times a second at the sessions that are executing something, and prints which statement
 * they were executing and whether they worked or waited, and for what.
 *
 * <pre>
 * CLOAKROOM_DB_PASSWORD=… java -cp 'bench-jmh/target/lib/*' docs/ServerWaits.java URL USER SECONDS [WORD]
 * </pre>
 *
 * With a word, only statements that contain it. The looking takes a session and some of a processor
 * of its own; read shares, not times.
 */
final class ServerWaits {
  /** Clears what a transaction remembers of the activity view, so that each look is a new one. */
  private static final String LOOK =
      """
      do $$
      declare
        until timestamptz := clock_timestamp() + make_interval(secs => %s);
      begin
        while clock_timestamp() < until loop
          perform pg_stat_clear_snapshot();
          update pg_temp.looks set n = n + 1;
          insert into pg_temp.seen
          select left(query, 200), coalesce(wait_event_type || ' ' || wait_event, 'processor')
          from pg_stat_activity
          where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
            and position('%s' in query) > 0;
          perform pg_sleep(0.001);
        end loop;
      end $$
      """;

  private static final String TABLE =
      """
      select regexp_replace(statement, '\\s+', ' ', 'g'), what, count(*)::float8 / max(n)
      from pg_temp.seen, pg_temp.looks group by 1, 2 order by 1, 3 desc
      """;

  private ServerWaits() {}

  public static void main(String[] args) throws SQLException {
    if (args.length < 3) {
      System.err.println("give a JDBC URL, a user, seconds and, if you like, a word");
      System.exit(2);
    }
    double seconds = Double.parseDouble(args[2]);
    String word = args.length > 3 ? args[3].replace("'", "''") : "";
    String password = System.getenv().getOrDefault("CLOAKROOM_DB_PASSWORD", "");
    try (Connection connection = DriverManager.getConnection(args[0], args[1], password)) {
      execute(connection, "create temp table seen (statement text, what text)");
      execute(connection, "create temp table looks as select 0 as n");
      execute(connection, LOOK.formatted(seconds, word));
      print(connection);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    }
  }

  private static void print(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TABLE);
        ResultSet rows = statement.executeQuery()) {
      System.out.println("sessions at a time, on average");
      String last = "";
      while (rows.next()) {
        if (!rows.getString(1).equals(last)) {
          last = rows.getString(1);
          System.out.println(last);
        }
        System.out.printf(Locale.ROOT, "  %7.3f  %s%n", rows.getDouble(3), rows.getString(2));
      }
    }
  }
}
