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

/**
 * One real server for all tests of this virtual machine, started when the first asks; it ends with
 * the virtual machine.
 *
 * <p>Tests that write take a schema of their own from {@link #newSchema()} and leave it behind.
 */
public final class TestDatabase {
  /** 10 departments, 1,000 employees, 1,000 rows to fetch. */
  public static final double SCALE = 0.01;

  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private TestDatabase() {}

  private static final class Holder {
    /** It counts its own statements, which must be asked for at the start. */
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

  /** The server itself, with nothing installed in its public schema. Do not close or crash it. */
  public static EmbeddedPostgres server() {
    return Holder.SERVER;
  }

  /** The first column of a query's first row, as text. */
  public static String ask(Database database, String sql) {
    try (Connection connection = database.connect()) {
      return ask(connection, sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The same on a connection that is open. */
  public static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /** A new schema with the tables and the rows of {@link #SCALE}. */
  public static Database newSchema() {
    Database database = newEmptySchema();
    try (Connection connection = database.connect()) {
      Schema.forUrl(database.url()).install(connection, SCALE);
      return database;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A new schema without any table. */
  public static Database newEmptySchema() {
    String name = "test_" + SCHEMAS.incrementAndGet();
    EmbeddedPostgres server = server();
    execute(server, "create schema " + name);
    return new UrlDatabase(
        server.url() + "?currentSchema=" + name, server.user(), server.password());
  }

  /** Runs statements outside of what a test measures. */
  public static void execute(Database database, String... statements) {
    try (Connection connection = database.connect()) {
      execute(connection, statements);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same on a connection that is open. */
  public static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
