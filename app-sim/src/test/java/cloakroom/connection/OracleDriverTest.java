package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Counter;
import cloakroom.database.Await;
import cloakroom.standin.Journal.Call;
import cloakroom.standin.Script.Answer;
import cloakroom.standin.TnsListener.Request;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import oracle.jdbc.OracleConnection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What of our driver settings reaches an Oracle server: the driver is told the same through either
 * pool and without one, and labels at no cost.
 */
final class OracleDriverTest extends OracleSources {
  private static final String QUERY = "select number from coat";

  @ParameterizedTest
  @EnumSource
  void pooledServer_isAskedForWithClassAndPurity(PoolKind kind) {
    String url = oracle.url() + ":pooled";
    try (ConnectionSource source =
        open(settings(url, kind).drcp("COATS", Purity.NEW).applicationName("coats-tier"))) {
      source.borrow().close();
    }
    assertThat(oracle.listener().requests()).hasSizeGreaterThan(1).allSatisfy(this::isOurs);
    assertThat(oracle.journal().logons())
        .hasSizeGreaterThan(1)
        .allSatisfy(OracleDriverTest::isPooled);
  }

  private void isOurs(Request request) {
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
    try (ConnectionSource source = open(settings(kind));
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
    assertThat(fetches(settings(kind))).isEqualTo(9);
  }

  /** What the report shows then is no other way than that of a driver that is told nothing. */
  @ParameterizedTest
  @EnumSource
  void thousandRows_comeInTheDriversOwnWay_withoutAFetchSize(PoolKind kind) throws SQLException {
    assertThat(fetches(settings(kind).fetchSize(0))).isEqualTo(6);
  }

  /** Round trips after the first for 1,000 rows. */
  private long fetches(ConnectionSettings settings) throws SQLException {
    oracle.script().statement(QUERY, Answer.rows(1000));
    try (ConnectionSource source = open(settings);
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
    try (ConnectionSource source = open(settings(kind))) {
      for (int turn = 0; turn < 3; turn++) {
        try (Lease lease = source.borrow()) {
          lease.markBroken();
        }
      }
      Await.until(
          "as many as the server has seen; UCP may be opening one",
          () ->
              source.statistics().get(Counter.CONNECTIONS_CREATED)
                  == oracle.journal().logons().size());
    }
  }

  /** Two are seen at the log-on, one by the silence of a failure. */
  private static final Set<String> NOT_GIVEN_BACK =
      Set.of(
          "oracle.jdbc.DRCPConnectionClass",
          "oracle.jdbc.DRCPConnectionPurity",
          "oracle.jdbc.diagnostic.enableDiagnoseFirstFailure",
          "oracle.net.keepAlive");

  private ConnectionSettings named(PoolKind kind) {
    return settings(kind).applicationName("coats").statementCache(33).fetchSize(44);
  }

  /** All that the driver gives back, its own defaults included, but what its metrics are called. */
  private Map<String, String> held(PoolKind kind) throws SQLException {
    Map<String, String> held = new TreeMap<>();
    try (ConnectionSource source = open(named(kind));
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
    Map<String, String> shown = new TreeMap<>(ConnectionSources.driverProperties(named(kind)));
    shown.keySet().removeAll(NOT_GIVEN_BACK);
    assertThat(held(kind)).containsAllEntriesOf(shown).isEqualTo(held(PoolKind.NONE));
    assertThat(shown).hasSizeGreaterThan(6);
  }

  @ParameterizedTest
  @EnumSource
  void label_ridesOnTheNextCall(PoolKind kind) throws SQLException {
    try (ConnectionSource source = open(named(kind));
        Lease lease = source.borrow()) {
      oracle.journal().forget();
      lease.label("DepartmentsModule", "0123456789abcdef");
      assertThat(oracle.journal().calls()).isEmpty();
      execute(lease.jdbc(), UPDATE);
      assertThat(oracle.journal().roundTrips()).containsExactly(UPDATE);
      assertThat(piggybacks())
          .contains("coats", "DepartmentsModule", "01234567")
          .doesNotContain("89ab");
    }
  }

  @ParameterizedTest
  @EnumSource
  void restingLease_losesItsLabelWithTheNextCall(PoolKind kind) throws SQLException {
    try (ConnectionSource source = open(named(kind));
        Lease lease = source.borrow()) {
      lease.label("DepartmentsModule", "0123456789abcdef");
      execute(lease.jdbc(), UPDATE);
      oracle.journal().forget();
      lease.pin();
      assertThat(oracle.journal().calls()).isEmpty();
      execute(lease.jdbc(), UPDATE);
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
