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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Cloakroom's database schema, created and dropped by scripts. The scripts change only objects that
 * the table CLOAKROOM_OBJECTS lists, so that objects of other applications stay intact.
 */
public final class Schema {
  private static final String OBJECTS = "CLOAKROOM_OBJECTS";
  private static final int MAX_NAMED = 8;

  private final DatabaseKind kind;
  private final SchemaName schema;
  private final String folder;

  private Schema(DatabaseKind kind, SchemaName schema) {
    this.kind = kind;
    this.schema = schema;
    this.folder = "sql/" + kind.name().toLowerCase(Locale.ROOT) + "/";
  }

  /**
   * Database object of the schema, such as a table.
   *
   * @param kind kind of object, such as "table"
   * @param bytes size including indexes and large values; 0 if the object has no storage
   */
  public record SchemaObject(String kind, String owner, long bytes) {}

  public static Schema forUrl(String url) {
    return forUrl(url, null);
  }

  /**
   * Returns the schema of a database.
   *
   * @param name value of the option --schema; null for the default schema of the URL's database
   */
  public static Schema forUrl(String url, String name) {
    String unknown = "no scripts for %s: a JDBC URL starts with " + DatabaseKind.urlPrefixes();
    return DatabaseKind.find(url)
        .map(kind -> new Schema(kind, SchemaName.of(url, name)))
        .orElseThrow(
            () -> new EnvironmentException(unknown.formatted(Urls.withoutCredentials(url))));
  }

  /**
   * Creates the schema's missing objects and their rows, on PostgreSQL in one transaction.
   *
   * @param scale multiple of the default size: 1,000 departments, 100,000 employees and 100,000
   *     rows to measure fetch sizes
   * @return message with created objects, their size and the time; empty if no object was missing
   * @throws EnvironmentException if another application has an object of the same name
   */
  public String install(Connection connection, double scale) {
    return install(connection, scale, scale);
  }

  /** Creates missing objects, with one department per user and at least 1,000 departments. */
  public void installFor(Connection connection, int users) {
    install(connection, Math.max(1, users / 1_000.0), 1);
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
          double time = (System.nanoTime() - begin) / 1e9;
          String names = String.join(", ", created);
          return String.format(
              Locale.ROOT, "created %s in %s (%.1f MB, %.1f s)", names, schema, bytes / 1e6, time);
        });
  }

  private interface SchemaWork<T> {
    T run() throws SQLException;
  }

  /** Runs the work in one transaction, except on Oracle, which commits after each DDL statement. */
  private <T> T atomically(Connection connection, SchemaWork<T> work) {
    try {
      if (kind == DatabaseKind.ORACLE) {
        return work.run();
      }
      connection.setAutoCommit(false);
      try {
        // Makes PostgreSQL on Linux check every second that this client is still connected.
        // Otherwise a disconnected client's statement could wait for a lock forever.
        execute(
            connection,
            "select set_config(name, '1s', true) from pg_settings"
                + " where name = 'client_connection_check_interval' and version() ~ 'linux'");
        // Waits without limit while another node installs the schema, but 5 s for any other lock.
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

  private List<String> create(Connection connection, double scale, double fetchScale)
      throws SQLException {
    Set<String> listed = requireNoOthers(connection);
    List<String> missing =
        SchemaName.SCRIPTS.stream()
            .filter(script -> !listed.containsAll(SchemaName.created(kind, script)))
            .toList();
    String exists = "select 1 from pg_namespace where nspname = ?";
    boolean createsSchema =
        kind == DatabaseKind.POSTGRESQL
            && !missing.isEmpty()
            && execute(connection, exists, schema.name()).isEmpty();
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
      String insert = "insert into cloakroom.cloakroom_objects (name, kind) values (?, 'schema')";
      execute(connection, schema.in(insert), schema.name());
    }
    return created;
  }

  private Set<String> requireNoOthers(Connection connection) throws SQLException {
    List<String> names = objects();
    Map<String, SchemaObject> others = existing(connection);
    Set<String> listed = listed(connection, others).keySet();
    boolean mustBeEmpty = kind == DatabaseKind.POSTGRESQL && listed.isEmpty();
    others.keySet().removeAll(listed);
    others.keySet().removeIf(name -> !mustBeEmpty && !names.contains(name));
    if (!others.isEmpty()) {
      String remedy =
          kind == DatabaseKind.ORACLE
              ? "install as a user without these objects (--user)"
              : "choose another schema (--schema), or have the owner move or drop them";
      String them = others.size() == 1 ? "it; " : "them; ";
      String subject = shown(others, names) + " in " + place(connection);
      throw new EnvironmentException(subject + ": Cloakroom did not create " + them + remedy);
    }
    return listed;
  }

  private static String shown(Map<String, SchemaObject> others, List<String> names) {
    String shown =
        others.entrySet().stream()
            .sorted(Comparator.comparing(e -> !names.contains(e.getKey())))
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
      String block = "begin dbms_session.set_identifier(?); end;";
      execute(connection, block, "cloakroom.scale=" + number);
    } else {
      execute(connection, "select set_config('cloakroom.scale', ?, true)", number);
    }
  }

  /** Drops the objects listed in CLOAKROOM_OBJECTS, then Cloakroom's own schema if it is empty. */
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
        // An object of another kind than CLOAKROOM_OBJECTS lists belongs to another application.
        if (item != null && item.kind.equals(row.get(1))) {
          listed.put(row.get(0), item);
        }
      }
    }
    return listed;
  }

  public String created(Connection connection) throws SQLException {
    String sql = schema.in("select min(created) from cloakroom.cloakroom_objects");
    return execute(connection, sql).get(0).get(0);
  }

  private Map<String, SchemaObject> existing(Connection connection) throws SQLException {
    String sql = script("watch/objects").statements().get(0).text();
    String name = schema.name();
    List<List<String>> rows =
        kind == DatabaseKind.ORACLE
            ? execute(connection, sql)
            : execute(connection, sql, name, name);
    Map<String, SchemaObject> existing = new LinkedHashMap<>();
    for (List<String> row : rows) {
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

  /** Throws if the schema lacks an object. The message ends with the advice {@code otherwise}. */
  public void requireInstalled(Connection connection, String otherwise) throws SQLException {
    List<String> missing = new ArrayList<>(objects());
    missing.removeAll(requireNoOthers(connection));
    if (!missing.isEmpty()) {
      String scripts = String.join(".sql, ", SchemaName.SCRIPTS) + ".sql";
      String install =
          kind == DatabaseKind.ORACLE
              ? "SQL*Plus and @" + folder + "install.sql"
              : "psql -f for each of " + folder + scripts;
      String alternative = otherwise.isEmpty() ? "" : ", or " + otherwise;
      String subject = place(connection) + " has no " + String.join(", ", missing);
      throw new EnvironmentException(subject + ": install them with " + install + alternative);
    }
  }
}
