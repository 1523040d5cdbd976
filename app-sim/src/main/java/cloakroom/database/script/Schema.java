package cloakroom.database.script;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

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
  private static final List<String> OBJECTS =
      List.of(
          "PS_TXN",
          "PS_TXN_SEQ",
          "PCOLL_CONTROL",
          "DEPARTMENTS",
          "EMPLOYEES",
          "FETCH_TEST",
          "STATE_KINDS");
  private static final List<String> MORE_OF_ORACLES =
      List.of("STATE_KINDS_ROWS", "CLOAKROOM_STATE_KINDS");
  private static final int USERS_AT_SCALE_1 = 1_000;

  private final DatabaseKind kind;
  private final String folder;

  private Schema(DatabaseKind kind) {
    this.kind = kind;
    this.folder = kind == DatabaseKind.ORACLE ? "sql/oracle/" : "sql/postgresql/";
  }

  /** The schema for the kind of database that the URL names. */
  public static Schema forUrl(String url) {
    return DatabaseKind.find(url)
        .map(Schema::new)
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "no scripts for %s: a JDBC URL starts with %s"
                        .formatted(Urls.withoutCredentials(url), DatabaseKind.urlPrefixes())));
  }

  /** Makes what is not there yet, with the full number of rows; what is there stays as it is. */
  public void install(Connection connection) {
    install(connection, 1);
  }

  /**
   * Makes what is not there yet; scale 1 is 1,000 departments, 100,000 employees and 100,000 rows
   * to fetch.
   */
  public void install(Connection connection, double scale) {
    install(connection, scale, scale);
  }

  /**
   * Makes what is not there yet, with rows for so many users: a department and 100 employees for
   * each, never fewer than the full number.
   */
  public void installFor(Connection connection, int users) {
    install(connection, Math.max(1, (double) users / USERS_AT_SCALE_1), 1);
  }

  private void install(Connection connection, double scale, double fetchScale) {
    double set = Double.NaN;
    for (String script : SCRIPTS) {
      double own = script.equals(FETCH_TEST) ? fetchScale : scale;
      if (own != set) {
        setScale(connection, new BigDecimal(Double.toString(own)).toPlainString());
        set = own;
      }
      run(script, connection);
    }
    setScale(connection, "");
  }

  private void run(String script, Connection connection) {
    SqlScript.resource(folder + script + ".sql", kind).run(connection);
  }

  /**
   * Tells the scripts of this session how many rows to make, on Oracle by the client identifier,
   * which any user may set.
   *
   * @param scale a number, or empty for the scripts' own
   */
  private void setScale(Connection connection, String scale) {
    boolean oracle = kind == DatabaseKind.ORACLE;
    String set =
        oracle
            ? "begin dbms_session.set_identifier(?); end;"
            : "select set_config('cloakroom.scale', ?, false)";
    boolean cleared = oracle && scale.isEmpty();
    try (PreparedStatement statement =
        connection.prepareStatement(cleared ? "begin dbms_session.clear_identifier; end;" : set)) {
      if (!cleared) {
        statement.setString(1, oracle ? "cloakroom.scale=" + scale : scale);
      }
      statement.execute();
    } catch (SQLException e) {
      throw new EnvironmentException("cannot install the tables: " + e.getMessage(), e);
    }
  }

  /** Removes all that {@link #install} makes, with the data. */
  public void drop(Connection connection) {
    List<String> backwards = new ArrayList<>(SCRIPTS);
    Collections.reverse(backwards);
    backwards.forEach(script -> run(script + "-drop", connection));
  }

  /** The tables, sequences and packages that the tier needs. */
  List<String> objects() {
    return kind == DatabaseKind.ORACLE
        ? Stream.concat(OBJECTS.stream(), MORE_OF_ORACLES.stream()).toList()
        : OBJECTS;
  }

  /** The names of the tables and sequences that the connection does not see. */
  public List<String> missing(Connection connection) throws SQLException {
    List<String> missing = new ArrayList<>(objects());
    String binds = String.join(", ", Collections.nCopies(missing.size(), "?"));
    String names =
        kind == DatabaseKind.ORACLE
            ? "select o.object_name from user_objects o where o.object_name in ("
            : "select upper(relname) from pg_class where pg_table_is_visible(oid)"
                + " and upper(relname) in (";
    try (PreparedStatement query = connection.prepareStatement(names + binds + ")")) {
      for (int i = 0; i < missing.size(); i++) {
        query.setString(i + 1, missing.get(i));
      }
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          missing.remove(rows.getString(1));
        }
      }
      return missing;
    }
  }

  /**
   * Refuses a database without the tables, and says how they are installed: {@code otherwise} names
   * a further way, such as an option of the command, or is empty.
   */
  public void requireInstalled(Connection connection, String otherwise) throws SQLException {
    List<String> missing = missing(connection);
    if (!missing.isEmpty()) {
      String install =
          kind == DatabaseKind.ORACLE
              ? "SQL*Plus and @" + folder + "install.sql"
              : "psql -f for each of " + folder + String.join(".sql, ", SCRIPTS) + ".sql";
      throw new EnvironmentException(
          "the database %s has no %s: install the schema with %s%s"
              .formatted(
                  Urls.withoutCredentials(connection.getMetaData().getURL()),
                  String.join(", ", missing),
                  install,
                  otherwise.isEmpty() ? "" : ", or " + otherwise));
    }
  }
}
