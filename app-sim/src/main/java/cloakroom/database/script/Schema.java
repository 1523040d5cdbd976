package cloakroom.database.script;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.SchemaName;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import cloakroom.platform.Resources;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tables, sequences and procedures that the tier needs, created and dropped by the scripts in the
 * jar. The table CLOAKROOM_OBJECTS lists each created object; an object that it does not list is
 * never filled, changed or dropped.
 */
public final class Schema {
  private static final String OBJECTS = "CLOAKROOM_OBJECTS";
  private static final int USERS_AT_SCALE_1 = 1_000;
  private static final int MAX_NAMED = 8;

  private final DatabaseKind kind;
  private final SchemaName schema;
  private final String folder;

  private Schema(DatabaseKind kind, SchemaName schema) {
    this.kind = kind;
    this.schema = schema;
    this.folder = "sql/" + kind.name().toLowerCase(Locale.ROOT) + "/";
  }

  /** Object with its kind, such as "table", and size with indexes and large values, or 0. */
  public record SchemaObject(String kind, String owner, long bytes) {}

  /** Returns the schema of the database of a URL that has no other one in {@code currentSchema}. */
  public static Schema forUrl(String url) {
    return forUrl(url, null);
  }

  /** Returns the schema with the value of --schema as name, null for the default of the URL. */
  public static Schema forUrl(String url, String name) {
    return DatabaseKind.find(url)
        .map(kind -> new Schema(kind, SchemaName.of(url, name)))
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "no scripts for %s: a JDBC URL starts with %s"
                        .formatted(Urls.withoutCredentials(url), DatabaseKind.urlPrefixes())));
  }

  /**
   * Creates the missing objects; scale 1 is 1,000 departments, 100,000 employees and 100,000 rows
   * to fetch. On PostgreSQL either all of them are created or none.
   *
   * @return message with the created objects, their size and the time; empty if none was missing
   * @throws EnvironmentException if Cloakroom did not create an object of such a name
   */
  public String install(Connection connection, double scale) {
    return install(connection, scale, scale);
  }

  /** Creates the missing objects with a department for each user, at least scale 1. */
  public void installFor(Connection connection, int users) {
    install(connection, Math.max(1, (double) users / USERS_AT_SCALE_1), 1);
  }

  private String install(Connection connection, double scale, double fetchScale) {
    long begin = System.nanoTime();
    return atomically(
        connection,
        () -> {
          List<String> created = create(connection, scale, fetchScale);
          if (created.isEmpty()) {
            return "";
          }
          long bytes = listed(connection).values().stream().mapToLong(SchemaObject::bytes).sum();
          return String.format(
              Locale.ROOT,
              "created %s in %s (%.1f MB, %.1f s)",
              String.join(", ", created),
              schema,
              bytes / 1e6,
              (System.nanoTime() - begin) / 1e9);
        });
  }

  private interface SchemaWork<T> {
    T run() throws SQLException;
  }

  /** Runs the work as one transaction on PostgreSQL; Oracle commits each definition. */
  private <T> T atomically(Connection connection, SchemaWork<T> work) {
    try {
      if (kind == DatabaseKind.ORACLE) {
        return work.run();
      }
      connection.setAutoCommit(false);
      try {
        // ends a statement whose client is gone, also while it waits for a lock
        execute(
            connection,
            "select set_config(name, '1s', true) from pg_settings"
                + " where name = 'client_connection_check_interval' and version() ~ 'linux'");
        // two nodes may install at the same time; any other lock is another program's
        execute(connection, "select pg_advisory_xact_lock(hashtext('cloakroom install'))");
        execute(connection, "set local lock_timeout = '5s'");
        T result = work.run();
        connection.commit();
        return result;
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw new EnvironmentException("cannot change %s: %s".formatted(schema, e.getMessage()), e);
    }
  }

  /** Returns the names of the created objects. */
  private List<String> create(Connection connection, double scale, double fetchScale)
      throws SQLException {
    Set<String> listed = requireNoOthers(connection);
    List<String> missing =
        SchemaName.SCRIPTS.stream()
            .filter(script -> !listed.containsAll(SchemaName.created(kind, script)))
            .toList();
    boolean createsSchema =
        kind == DatabaseKind.POSTGRESQL
            && !missing.isEmpty()
            && execute(connection, "select 1 from pg_namespace where nspname = ?", schema.name())
                .isEmpty();
    if (createsSchema) {
      execute(connection, "create schema \"" + schema.name() + "\"");
    }
    List<String> created = new ArrayList<>();
    for (String script : missing) {
      setScale(connection, script.equals(SchemaName.FETCH_TEST) ? fetchScale : scale);
      script(script).run(connection);
      created.addAll(SchemaName.created(kind, script));
    }
    if (kind == DatabaseKind.ORACLE && !missing.isEmpty()) {
      execute(connection, "begin dbms_session.clear_identifier; end;");
    }
    if (createsSchema) {
      execute(
          connection,
          schema.in("insert into cloakroom.cloakroom_objects (name, kind) values (?, 'schema')"),
          schema.name());
    }
    return created;
  }

  /**
   * Returns the names of the listed objects; rejects others of the same names. On PostgreSQL a
   * schema without the list must be empty, because it belongs to another application.
   */
  private Set<String> requireNoOthers(Connection connection) throws SQLException {
    List<String> names = objects();
    Map<String, SchemaObject> others = existing(connection);
    Set<String> listed = listed(connection, others).keySet();
    boolean mustBeEmpty = kind == DatabaseKind.POSTGRESQL && listed.isEmpty();
    others.keySet().removeAll(listed);
    others.keySet().removeIf(name -> !mustBeEmpty && !names.contains(name));
    if (!others.isEmpty()) {
      throw new EnvironmentException(
          "%s in %s: Cloakroom did not create %s; %s"
              .formatted(
                  shown(others, names),
                  place(connection),
                  others.size() == 1 ? "it" : "them",
                  kind == DatabaseKind.ORACLE
                      ? "install as a user without these objects (--user)"
                      : "choose another schema (--schema), or have the owner move or drop them"));
    }
    return listed;
  }

  private static String shown(Map<String, SchemaObject> others, List<String> names) {
    String shown =
        others.entrySet().stream()
            .sorted(
                (a, b) -> Boolean.compare(names.contains(b.getKey()), names.contains(a.getKey())))
            .limit(MAX_NAMED)
            .map(e -> "%s (%s of %s)".formatted(e.getKey(), e.getValue().kind, e.getValue().owner))
            .collect(Collectors.joining(", "));
    int more = others.size() - MAX_NAMED;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  private String place(Connection connection) throws SQLException {
    return schema + " of " + Urls.withoutCredentials(connection.getMetaData().getURL());
  }

  private SqlScript script(String name) {
    String path = folder + name + ".sql";
    return SqlScript.parse(path, schema.in(Resources.text(path)), kind);
  }

  private void setScale(Connection connection, double scale) throws SQLException {
    String number = new BigDecimal(Double.toString(scale)).toPlainString();
    if (kind == DatabaseKind.ORACLE) {
      execute(
          connection, "begin dbms_session.set_identifier(?); end;", "cloakroom.scale=" + number);
    } else {
      execute(connection, "select set_config('cloakroom.scale', ?, true)", number);
    }
  }

  /**
   * Drops every listed object with its data, and the schema if the install created it and it is
   * empty. Returns the dropped objects by name.
   */
  public Map<String, SchemaObject> drop(Connection connection) {
    return atomically(
        connection,
        () -> {
          Map<String, SchemaObject> listed = listed(connection);
          if (!listed.isEmpty()) {
            script("drop").run(connection);
          }
          return listed;
        });
  }

  List<String> objects() {
    return SchemaName.SCRIPTS.stream()
        .flatMap(script -> SchemaName.created(kind, script).stream())
        .toList();
  }

  /** Returns the objects in the schema that Cloakroom created, by upper-case name. */
  public Map<String, SchemaObject> listed(Connection connection) throws SQLException {
    return listed(connection, existing(connection));
  }

  private Map<String, SchemaObject> listed(
      Connection connection, Map<String, SchemaObject> existing) throws SQLException {
    Map<String, SchemaObject> listed = new LinkedHashMap<>();
    if (existing.containsKey(OBJECTS)) {
      String list = schema.in("select name, kind from cloakroom.cloakroom_objects");
      for (List<String> row : execute(connection, list)) {
        SchemaObject item = existing.get(row.get(0));
        // a view in place of a listed table belongs to another application
        if (item != null && item.kind.equals(row.get(1))) {
          listed.put(row.get(0), item);
        }
      }
    }
    return listed;
  }

  /** Returns the time of the install as the database prints it. */
  public String created(Connection connection) throws SQLException {
    String sql = schema.in("select min(created) from cloakroom.cloakroom_objects");
    return execute(connection, sql).get(0).get(0);
  }

  private Map<String, SchemaObject> existing(Connection connection) throws SQLException {
    String sql = script("watch/objects").statements().get(0).text();
    String[] names =
        kind == DatabaseKind.ORACLE ? new String[0] : new String[] {schema.name(), schema.name()};
    Map<String, SchemaObject> existing = new LinkedHashMap<>();
    for (List<String> row : execute(connection, sql, names)) {
      long bytes = Long.parseLong(row.get(3));
      existing.put(row.get(0), new SchemaObject(row.get(1), row.get(2), bytes));
    }
    return existing;
  }

  private static List<List<String>> execute(Connection connection, String sql, String... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      List<List<String>> all = new ArrayList<>();
      statement.execute();
      try (ResultSet rows = statement.getResultSet()) {
        while (rows != null && rows.next()) {
          List<String> row = new ArrayList<>();
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            row.add(rows.getString(i));
          }
          all.add(row);
        }
      }
      return all;
    }
  }

  /** Rejects a schema without the objects; {@code otherwise} is a further way to install them. */
  public void requireInstalled(Connection connection, String otherwise) throws SQLException {
    List<String> missing = new ArrayList<>(objects());
    missing.removeAll(requireNoOthers(connection));
    if (!missing.isEmpty()) {
      String scripts = String.join(".sql, ", SchemaName.SCRIPTS) + ".sql";
      String install =
          kind == DatabaseKind.ORACLE
              ? "SQL*Plus and @" + folder + "install.sql"
              : "psql -f for each of " + folder + scripts;
      throw new EnvironmentException(
          "%s has no %s: install them with %s%s"
              .formatted(
                  place(connection),
                  String.join(", ", missing),
                  install,
                  otherwise.isEmpty() ? "" : ", or " + otherwise));
    }
  }
}
