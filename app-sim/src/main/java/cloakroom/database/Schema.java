package cloakroom.database;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The tables and sequences that the tier needs, made and removed by the scripts in the jar. */
public final class Schema {
  private static final String FOLDER = "sql/postgresql/";
  private static final String FETCH_TEST = "04-fetch-test";
  private static final List<String> SCRIPTS =
      List.of(
          "01-ps-txn",
          "02-pcoll-control",
          "03-hr",
          FETCH_TEST,
          "05-bc4j-cleanup",
          "06-state-kinds");
  private static final int USERS_AT_SCALE_1 = 1_000;
  private static final String[] OBJECTS = {
    "PS_TXN", "PS_TXN_SEQ", "PCOLL_CONTROL", "DEPARTMENTS", "EMPLOYEES", "FETCH_TEST", "STATE_KINDS"
  };

  private static final Schema POSTGRESQL = new Schema();

  private Schema() {}

  /**
   * The schema for the kind of database that the URL names.
   *
   * @throws EnvironmentException when there are no scripts for it
   */
  public static Schema forUrl(String url) {
    if (!url.startsWith("jdbc:postgresql:")) {
      throw new EnvironmentException(
          "no scripts for " + Urls.withoutCredentials(url) + ": they exist for jdbc:postgresql:");
    }
    return POSTGRESQL;
  }

  /** Makes what is not there yet, with the full number of rows; what is there stays as it is. */
  public void install(Connection connection) {
    install(connection, 1);
  }

  /**
   * Makes what is not there yet.
   *
   * @param scale 1 for 1,000 departments, 100,000 employees and 100,000 rows to fetch
   */
  public void install(Connection connection, double scale) {
    install(connection, scale, scale);
  }

  /**
   * Makes what is not there yet, with rows for so many users: a department and 100 employees for
   * each, never fewer than the full number.
   *
   * @param users at least 1
   */
  public void installFor(Connection connection, int users) {
    install(connection, Math.max(1, (double) users / USERS_AT_SCALE_1), 1);
  }

  private static void install(Connection connection, double scale, double fetchScale) {
    for (String script : SCRIPTS) {
      setScale(connection, Double.toString(script.equals(FETCH_TEST) ? fetchScale : scale));
      load(script).run(connection);
    }
    setScale(connection, "");
  }

  /** Removes all that {@link #install} makes, with the data. */
  public void drop(Connection connection) {
    List<String> backwards = new ArrayList<>(SCRIPTS);
    Collections.reverse(backwards);
    backwards.forEach(script -> load(script + "-drop").run(connection));
  }

  private static SqlScript load(String script) {
    return SqlScript.resource(FOLDER + script + ".sql", SqlScript.Dialect.PSQL);
  }

  private static void setScale(Connection connection, String scale) {
    try (PreparedStatement set =
        connection.prepareStatement("select set_config('cloakroom.scale', ?, false)")) {
      set.setString(1, scale);
      set.execute();
    } catch (SQLException e) {
      throw new EnvironmentException("cannot install the tables: " + e.getMessage(), e);
    }
  }

  /** The names of the tables and sequences that the connection does not see. */
  public List<String> missing(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select name from unnest(?) with ordinality as wanted (name, place)"
                + " where to_regclass(name) is null order by place")) {
      Array names = connection.createArrayOf("text", OBJECTS);
      query.setArray(1, names);
      return names(query);
    }
  }

  private static List<String> names(PreparedStatement query) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  /**
   * Refuses a database without the tables.
   *
   * @param otherwise another way to install them, such as an option of the command; may be empty
   * @throws EnvironmentException naming what is missing and how it is installed
   */
  public void requireInstalled(Connection connection, String otherwise) throws SQLException {
    List<String> missing = missing(connection);
    if (!missing.isEmpty()) {
      throw new EnvironmentException(
          "the database "
              + Urls.withoutCredentials(connection.getMetaData().getURL())
              + " has no "
              + String.join(", ", missing)
              + ": install the schema with psql -f for each of "
              + FOLDER
              + String.join(".sql, ", SCRIPTS)
              + ".sql"
              + (otherwise.isEmpty() ? "" : ", or " + otherwise));
    }
  }
}
