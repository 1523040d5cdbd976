package cloakroom.bench.study;

import cloakroom.database.Database;
import cloakroom.database.postgres.EmbeddedPostgres;
import cloakroom.database.script.Schema;
import java.sql.Connection;
import java.sql.SQLException;

/** One PostgreSQL with the studies' tables for all tests of this process, which ends it. */
final class TestServer {
  private static final Database SERVER = start();

  private TestServer() {}

  private static Database start() {
    Database server = EmbeddedPostgres.start();
    try (Connection connection = server.connect()) {
      Schema.forUrl(server.url()).install(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return server;
  }

  static Database get() {
    return SERVER;
  }
}
