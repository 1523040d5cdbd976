package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.standin.Call;
import cloakroom.standin.OracleStandIn;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import oracle.jdbc.OracleConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Oracle's own driver is told the same through every pool, and labels at no cost. */
@Tag("ojdbc-23")
@Timeout(60)
final class OracleDriverToldTest {
  /** Two are seen at the log-on, one by the silence of a failure. */
  private static final Set<String> NOT_GIVEN_BACK =
      Set.of(
          "oracle.jdbc.DRCPConnectionClass",
          "oracle.jdbc.DRCPConnectionPurity",
          "oracle.jdbc.diagnostic.enableDiagnoseFirstFailure",
          "oracle.net.keepAlive");

  private final OracleStandIn oracle = new OracleStandIn();

  @AfterEach
  void close() {
    oracle.close();
  }

  private ConnectionSettings.Builder settings(PoolKind kind) {
    return OracleSources.settings(oracle, kind)
        .applicationName("coats")
        .statementCache(33)
        .fetchSize(44);
  }

  /** All that the driver gives back, its own defaults included, but what its metrics are called. */
  private Map<String, String> held(PoolKind kind) throws SQLException {
    Map<String, String> held = new TreeMap<>();
    try (ConnectionSource source = OracleSources.open(oracle, settings(kind));
        Lease lease = source.borrow()) {
      lease
          .jdbc()
          .unwrap(OracleConnection.class)
          .getProperties()
          .forEach((name, value) -> held.put("" + name, "" + value));
    }
    held.keySet().removeIf(name -> name.startsWith("DMS"));
    return held;
  }

  @ParameterizedTest
  @EnumSource
  void driver_holdsWhatTheReportShows_throughEveryPool(PoolKind kind) throws SQLException {
    Map<String, String> shown = new TreeMap<>(settings(kind).build().driverProperties());
    shown.keySet().removeAll(NOT_GIVEN_BACK);
    assertThat(held(kind)).containsAllEntriesOf(shown).isEqualTo(held(PoolKind.NONE));
    assertThat(shown).hasSizeGreaterThan(6);
  }

  @ParameterizedTest
  @EnumSource
  void label_ridesOnTheNextCall(PoolKind kind) throws SQLException {
    try (ConnectionSource source = OracleSources.open(oracle, settings(kind));
        Lease lease = source.borrow()) {
      oracle.journal().forget();
      lease.label("DepartmentsModule", "0123456789abcdef");
      assertThat(oracle.journal().calls()).isEmpty();
      OracleSources.execute(lease.jdbc(), OracleSources.UPDATE);
      assertThat(oracle.journal().roundTrips()).containsExactly(OracleSources.UPDATE);
      assertThat(piggybacks())
          .contains("coats", "DepartmentsModule", "01234567")
          .doesNotContain("89ab");
    }
  }

  @ParameterizedTest
  @EnumSource
  void restingLease_losesItsLabelWithTheNextCall(PoolKind kind) throws SQLException {
    try (ConnectionSource source = OracleSources.open(oracle, settings(kind));
        Lease lease = source.borrow()) {
      lease.label("DepartmentsModule", "0123456789abcdef");
      OracleSources.execute(lease.jdbc(), OracleSources.UPDATE);
      oracle.journal().forget();
      lease.pin();
      assertThat(oracle.journal().calls()).isEmpty();
      OracleSources.execute(lease.jdbc(), OracleSources.UPDATE);
      assertThat(oracle.journal().count(Call.Kind.PIGGYBACK)).as("told so").isPositive();
      assertThat(piggybacks()).doesNotContain("DepartmentsModule", "01234567");
    }
  }

  private String piggybacks() {
    return oracle.journal().calls().stream()
        .filter(call -> call.kind() == Call.Kind.PIGGYBACK)
        .map(Call::text)
        .collect(Collectors.joining("\n"));
  }
}
