package cloakroom.connection;

import cloakroom.database.Password;
import cloakroom.standin.OracleStandIn;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Connection sources whose database is a stand-in for Oracle. */
final class OracleSources {
  /** An order that only a transaction can hold. */
  static final String UPDATE = "update coat set colour = 'blue'";

  private OracleSources() {}

  static ConnectionSettings.Builder settings(OracleStandIn oracle, PoolKind kind) {
    return settings(oracle.url(), kind);
  }

  /** One connection; patience long enough for a busy machine. */
  static ConnectionSettings.Builder settings(String url, PoolKind kind) {
    return ConnectionSettings.to(url, OracleStandIn.USER, Password.of(OracleStandIn.PASSWORD))
        .pool(kind, 1)
        .borrowWait(Duration.ofSeconds(10))
        .login(Duration.ofSeconds(5))
        .socket(Duration.ofSeconds(10));
  }

  /** Opens the source and forgets what the opening did. */
  static ConnectionSource open(OracleStandIn oracle, ConnectionSettings.Builder settings) {
    ConnectionSource source = ConnectionSources.open(settings.build());
    oracle.journal().forget();
    return source;
  }

  /** The same with one idle session, for whatever a pool does only once. */
  static ConnectionSource openWarm(OracleStandIn oracle, ConnectionSettings.Builder settings) {
    ConnectionSource source = ConnectionSources.open(settings.build());
    source.borrow().close();
    oracle.journal().forget();
    return source;
  }

  static void execute(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }
}
