package cloakroom.connection;

import cloakroom.contract.Password;
import cloakroom.database.Await;
import cloakroom.standin.OracleStandIn;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.Arguments;

/** Tests of connection sources whose database is a stand-in for Oracle. */
@Tag("ojdbc-23")
abstract class OracleSources {
  /** An order that only a transaction can hold. */
  static final String UPDATE = "update coat set colour = 'blue'";

  final OracleStandIn oracle = new OracleStandIn();

  @AfterEach
  void close() {
    oracle.close();
  }

  static Stream<Arguments> poolsAndHygienes() {
    return Stream.of(PoolKind.values())
        .filter(kind -> kind != PoolKind.NONE)
        .flatMap(kind -> Stream.of(Hygiene.values()).map(h -> Arguments.of(kind, h)));
  }

  ConnectionSettings settings(PoolKind kind) {
    return settings(oracle.url(), kind);
  }

  /** One connection; time-outs that never expire, unless a test sets one that it expects to. */
  static ConnectionSettings settings(String url, PoolKind kind) {
    return ConnectionSettings.to(url, OracleStandIn.USER, Password.of(OracleStandIn.PASSWORD))
        .pool(kind, 1)
        .borrowWait(Await.LIMIT)
        .login(Await.LIMIT)
        .socket(Await.LIMIT);
  }

  /** Opens the source and forgets what the opening did. */
  final ConnectionSource open(ConnectionSettings settings) {
    ConnectionSource source = ConnectionSources.open(settings);
    oracle.journal().forget();
    return source;
  }

  /** The same with one idle session, for whatever a pool does only once. */
  final ConnectionSource openWarm(ConnectionSettings settings) {
    ConnectionSource source = open(settings);
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
