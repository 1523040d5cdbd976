package cloakroom.bench.subject;

import cloakroom.database.Database;
import cloakroom.database.Password;
import cloakroom.database.postgres.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** One embedded server for all tests of this JVM, and what it knows about its sessions. */
final class Server {
  private static final EmbeddedPostgres POSTGRES = EmbeddedPostgres.start();
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private Server() {}

  /** The server, its sessions marked with this application name. */
  static Database named(String application) {
    return new Database() {
      @Override
      public String url() {
        return POSTGRES.url() + "?ApplicationName=" + application;
      }

      @Override
      public String user() {
        return POSTGRES.user();
      }

      @Override
      public Password password() {
        return POSTGRES.password();
      }

      @Override
      public void close() {
        // the server lives as long as the JVM
      }
    };
  }

  /** Sessions that this application has open. */
  static int sessions(String application) throws SQLException {
    return ask(
            "select count(*)::text from pg_stat_activity where application_name = ?", application)
        .transform(Integer::parseInt);
  }

  /** When the only session of this application last began or ended a statement. */
  static String lastStatement(String application) throws SQLException {
    return ask(
        "select state_change::text from pg_stat_activity where application_name = ?", application);
  }

  /** A session ends a little after its connection: asks until there are that many. */
  static int sessionsOnceThereAre(int wanted, String application) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    int found = sessions(application);
    while (found != wanted && System.nanoTime() - deadline < 0) {
      found = sessions(application);
    }
    return found;
  }

  private static String ask(String query, String application) throws SQLException {
    try (Connection connection = POSTGRES.connect();
        PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, application);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }
}
