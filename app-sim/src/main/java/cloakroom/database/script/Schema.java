package cloakroom.database.script;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The tables and sequences that the tier needs, made and removed by the scripts in the jar. */
public final class Schema {
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

  private final SchemaKind kind;

  private Schema(SchemaKind kind) {
    this.kind = kind;
  }

  /**
   * The schema for the kind of database that the URL names.
   *
   * @throws EnvironmentException when there are no scripts for it
   */
  public static Schema forUrl(String url) {
    return new Schema(SchemaKind.of(url));
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

  private void install(Connection connection, double scale, double fetchScale) {
    double set = Double.NaN;
    for (String script : SCRIPTS) {
      double own = script.equals(FETCH_TEST) ? fetchScale : scale;
      if (own != set) {
        kind.setScale(connection, Double.toString(own));
        set = own;
      }
      kind.load(script).run(connection);
    }
    kind.setScale(connection, "");
  }

  /** Removes all that {@link #install} makes, with the data. */
  public void drop(Connection connection) {
    List<String> backwards = new ArrayList<>(SCRIPTS);
    Collections.reverse(backwards);
    backwards.forEach(script -> kind.load(script + "-drop").run(connection));
  }

  /** The names of the tables and sequences that the connection does not see. */
  public List<String> missing(Connection connection) throws SQLException {
    return kind.missing(connection);
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
              + ": install the schema with "
              + kind.wayToInstall(SCRIPTS)
              + (otherwise.isEmpty() ? "" : ", or " + otherwise));
    }
  }
}
