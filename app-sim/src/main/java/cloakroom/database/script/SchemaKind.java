package cloakroom.database.script;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What differs between databases when the schema is made, and when it is looked for. */
enum SchemaKind {
  POSTGRESQL("sql/postgresql/", DatabaseKind.POSTGRESQL) {
    @Override
    void scale(Connection connection, String scale) throws SQLException {
      try (PreparedStatement set =
          connection.prepareStatement("select set_config('cloakroom.scale', ?, false)")) {
        set.setString(1, scale);
        set.execute();
      }
    }

    @Override
    List<String> missing(Connection connection) throws SQLException {
      try (PreparedStatement query =
          connection.prepareStatement(
              "select name from unnest(?) with ordinality as wanted (name, place)"
                  + " where to_regclass(name) is null order by place")) {
        Array names = connection.createArrayOf("text", objects().toArray());
        query.setArray(1, names);
        return names(query);
      }
    }

    @Override
    String wayToInstall(List<String> scripts) {
      return "psql -f for each of " + folder() + String.join(".sql, ", scripts) + ".sql";
    }
  },

  /** The scale travels in the session's client identifier, which any user may set. */
  ORACLE("sql/oracle/", DatabaseKind.ORACLE) {
    @Override
    List<String> objects() {
      List<String> objects = new ArrayList<>(super.objects());
      objects.addAll(List.of("STATE_KINDS_ROWS", "CLOAKROOM_STATE_KINDS"));
      return objects;
    }

    @Override
    void scale(Connection connection, String scale) throws SQLException {
      String call =
          scale.isEmpty()
              ? "begin dbms_session.clear_identifier; end;"
              : "begin dbms_session.set_identifier(?); end;";
      try (CallableStatement set = connection.prepareCall(call)) {
        if (!scale.isEmpty()) {
          set.setString(1, "cloakroom.scale=" + new BigDecimal(scale).toPlainString());
        }
        set.execute();
      }
    }

    @Override
    List<String> missing(Connection connection) throws SQLException {
      String binds = String.join(", ", objects().stream().map(name -> "?").toList());
      try (PreparedStatement query =
          connection.prepareStatement(
              "select o.object_name from user_objects o where o.object_name in (" + binds + ")")) {
        for (int i = 0; i < objects().size(); i++) {
          query.setString(i + 1, objects().get(i));
        }
        List<String> missing = new ArrayList<>(objects());
        missing.removeAll(names(query));
        return missing;
      }
    }

    @Override
    String wayToInstall(List<String> scripts) {
      return "SQL*Plus and @" + folder() + "install.sql";
    }
  };

  private static final List<String> EVERYWHERE =
      List.of(
          "PS_TXN",
          "PS_TXN_SEQ",
          "PCOLL_CONTROL",
          "DEPARTMENTS",
          "EMPLOYEES",
          "FETCH_TEST",
          "STATE_KINDS");

  private final String folder;
  private final DatabaseKind kind;

  SchemaKind(String folder, DatabaseKind kind) {
    this.folder = folder;
    this.kind = kind;
  }

  /**
   * The kind of database that the URL names.
   *
   * @throws EnvironmentException when there are no scripts for it
   */
  static SchemaKind of(String url) {
    return switch (DatabaseKind.find(url).orElseThrow(() -> unknown(url))) {
      case POSTGRESQL -> POSTGRESQL;
      case ORACLE -> ORACLE;
    };
  }

  private static EnvironmentException unknown(String url) {
    return new EnvironmentException(
        "no scripts for "
            + Urls.withoutCredentials(url)
            + ": a JDBC URL starts with "
            + DatabaseKind.urlPrefixes());
  }

  String folder() {
    return folder;
  }

  SqlScript load(String script) {
    return SqlScript.resource(folder + script + ".sql", kind);
  }

  /** The tables, sequences and packages that the tier needs. */
  List<String> objects() {
    return EVERYWHERE;
  }

  /**
   * Tells the scripts of this session how many rows to make.
   *
   * @param scale a number, or empty for the scripts' own
   */
  void setScale(Connection connection, String scale) {
    try {
      scale(connection, scale);
    } catch (SQLException e) {
      throw new EnvironmentException("cannot install the tables: " + e.getMessage(), e);
    }
  }

  abstract void scale(Connection connection, String scale) throws SQLException;

  /** Those of the {@link #objects} that the connection does not see. */
  abstract List<String> missing(Connection connection) throws SQLException;

  /** The way to install the schema by hand, for messages. */
  abstract String wayToInstall(List<String> scripts);

  static List<String> names(PreparedStatement query) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }
}
