package cloakroom.bench;

import cloakroom.database.Database;
import cloakroom.database.postgres.EmbeddedPostgres;
import cloakroom.database.script.Schema;
import cloakroom.platform.Password;
import cloakroom.testing.QuickLogon;
import java.sql.Connection;
import java.sql.SQLException;

/** One PostgreSQL with the studies' tables for all tests of this process, which ends it. */
public final class TestServer {
  private static final Database SERVER = start();

  private TestServer() {}

  private static Database start() {
    Database server = QuickLogon.at(EmbeddedPostgres.start());
    try (Connection connection = server.connect()) {
      Schema.forUrl(server.url()).install(connection, 1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return server;
  }

  public static Database get() {
    return SERVER;
  }

  /** Returns the same with an application name for its sessions. */
  public static Database named(String application) {
    return new At(
        SERVER.url() + "?ApplicationName=" + application, SERVER.user(), SERVER.password());
  }

  /** Database that is closed by its owner, or does not exist. */
  public record At(String url, String user, Password password) implements Database {
    @Override
    public void close() {
      // nothing was started
    }
  }
}
