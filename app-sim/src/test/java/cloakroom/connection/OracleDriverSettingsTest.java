package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.standin.Answer;
import cloakroom.standin.Call;
import cloakroom.standin.ConnectRequest;
import cloakroom.standin.OracleStandIn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What of our driver settings reaches an Oracle server, through either pool and without one. */
@Tag("ojdbc-23")
@Timeout(60)
final class OracleDriverSettingsTest {
  private static final String QUERY = "select number from coat";

  private final OracleStandIn oracle = new OracleStandIn();

  @AfterEach
  void close() {
    oracle.close();
  }

  @ParameterizedTest
  @EnumSource
  void pooledServer_isAskedForWithClassAndPurity(PoolKind kind) {
    String url = oracle.url() + ":pooled";
    try (ConnectionSource source =
        OracleSources.open(
            oracle,
            OracleSources.settings(url, kind)
                .drcp("COATS", Purity.NEW)
                .applicationName("coats-tier"))) {
      source.borrow().close();
    }
    assertThat(oracle.listener().requests()).hasSizeGreaterThan(1).allSatisfy(this::isOurs);
    assertThat(oracle.journal().logons())
        .hasSizeGreaterThan(1)
        .allSatisfy(OracleDriverSettingsTest::isPooled);
  }

  private void isOurs(ConnectRequest request) {
    assertThat(request.value("SERVER")).hasValue("pooled");
    assertThat(request.value("PROGRAM")).hasValue("coats-tier");
  }

  private static void isPooled(Map<String, String> logon) {
    assertThat(logon)
        .containsEntry("AUTH_KPPL_CONN_CLASS", "COATS")
        .containsEntry("AUTH_KPPL_PURITY", "1");
  }

  @ParameterizedTest
  @EnumSource
  void knownStatement_isNotSentAgain(PoolKind kind) throws SQLException {
    try (ConnectionSource source =
            OracleSources.open(oracle, OracleSources.settings(oracle, kind));
        Lease lease = source.borrow()) {
      for (int turn = 0; turn < 2; turn++) {
        try (PreparedStatement update = lease.jdbc().prepareStatement("delete coat")) {
          update.executeUpdate();
        }
      }
    }
    assertThat(oracle.journal().roundTrips()).containsOnlyOnce("delete coat");
    assertThat(oracle.journal().count(Call.Kind.REEXECUTION)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void thousandRows_comeByTheHundred(PoolKind kind) throws SQLException {
    assertThat(fetches(OracleSources.settings(oracle, kind))).isEqualTo(9);
  }

  /** What the report shows then is no other way than that of a driver that is told nothing. */
  @ParameterizedTest
  @EnumSource
  void thousandRows_comeInTheDriversOwnWay_withoutAFetchSize(PoolKind kind) throws SQLException {
    assertThat(fetches(OracleSources.settings(oracle, kind).fetchSize(0))).isEqualTo(6);
  }

  /** Round trips after the first for 1,000 rows. */
  private long fetches(ConnectionSettings.Builder settings) throws SQLException {
    oracle.script().statement(QUERY, Answer.rows(1000));
    try (ConnectionSource source = OracleSources.open(oracle, settings);
        Lease lease = source.borrow();
        Statement statement = lease.jdbc().createStatement();
        ResultSet rows = statement.executeQuery(QUERY)) {
      int count = 0;
      while (rows.next()) {
        count++;
      }
      assertThat(count).isEqualTo(1000);
      return oracle.journal().count(Call.Kind.FETCH);
    }
  }

  /** The figures of a report are the server's. */
  @ParameterizedTest
  @EnumSource
  void physicalConnections_areTheLogons(PoolKind kind) {
    try (ConnectionSource source =
        OracleSources.open(oracle, OracleSources.settings(oracle, kind))) {
      for (int turn = 0; turn < 3; turn++) {
        try (Lease lease = source.borrow()) {
          lease.markBroken();
        }
      }
      assertThat(source.statistics().created()).isEqualTo(oracle.journal().logons().size());
    }
  }
}
