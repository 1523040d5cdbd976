package cloakroom.database;

import cloakroom.database.postgres.EmbeddedPostgres;
import cloakroom.database.script.Schema;
import cloakroom.database.url.UrlDatabase;
import cloakroom.platform.Password;
import cloakroom.testing.QuickLogon;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** One server for all tests of this virtual machine. Tests that write use a {@link #newSchema}. */
public final class TestDatabase {
  /** 10 departments, 1,000 employees, 1,000 rows to fetch. */
  public static final double SCALE = 0.01;

  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private TestDatabase() {}

  private static final class Holder {
    static final EmbeddedPostgres SERVER =
        QuickLogon.at(
            EmbeddedPostgres.start(
                0,
                Password.random(),
                Map.of(
                    "shared_preload_libraries",
                    "pg_stat_statements",
                    "pg_stat_statements.track_planning",
                    "on")));
  }

  /** Returns the shared server, with an empty public schema. Do not close or crash it. */
  public static EmbeddedPostgres server() {
    return Holder.SERVER;
  }

  public static String ask(Database database, String sql) {
    try (Connection connection = database.connect()) {
      return ask(connection, sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  public static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  public static Database newSchema() {
    Database database = newEmptySchema();
    try (Connection connection = database.connect()) {
      Schema.forUrl(database.url()).install(connection, SCALE);
      return database;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Database newEmptySchema() {
    String name = "test_" + SCHEMAS.incrementAndGet();
    execute(server(), "create schema " + name);
    String url = server().url() + "?currentSchema=" + name;
    return new UrlDatabase(url, server().user(), server().password());
  }

  public static void execute(Database database, String... statements) {
    try (Connection connection = database.connect()) {
      execute(connection, statements);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
