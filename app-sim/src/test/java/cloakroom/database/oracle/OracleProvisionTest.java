package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Password;
import cloakroom.database.Connecting;
import cloakroom.database.script.Schema;
import cloakroom.standin.OracleStandIn;
import cloakroom.standin.Script.Answer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import oracle.jdbc.OracleConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the real driver sends to a new Oracle, of which a stand-in takes note. */
@Tag("ojdbc-23")
final class OracleProvisionTest {
  private static final Password PASSWORD = Password.of(OracleStandIn.PASSWORD);

  private final OracleStandIn oracle = new OracleStandIn();

  @AfterEach
  void close() {
    oracle.close();
  }

  /** The stand-in has one password for all of its users. */
  private Connection open(String url, String user, Password password, Map<String, String> more)
      throws SQLException {
    assertThat(password.reveal().equals(PASSWORD.reveal())).isEqualTo(more.isEmpty());
    return Connecting.open(oracle.url(), user, PASSWORD, more);
  }

  @Test
  void newDatabase_getsItsUserItsRightsAndItsTypesOfServer() throws Exception {
    oracle.script().statement("from all_users", new Answer.Rows(List.of("USERNAME"), List.of()));
    List<String> columns = List.of("NAME", "KIND", "OWNER", "BYTES");
    oracle.script().statement("from user_objects", new Answer.Rows(columns, List.of()));
    OracleStart start =
        new OracleStart(
            OracleSettings.of(name -> null, 0),
            Optional.of(PASSWORD),
            new CompletableFuture<>(),
            line -> {});

    try (OracleServer server = OracleServer.start(start, FakeOracle.ready(), this::open);
        Connection connection = server.connect()) {
      Schema.forUrl(server.url()).install(connection, 0.01);
    }

    assertThat(oracle.journal().roundTrips().stream().map(OracleProvisionTest::statement))
        .containsSubsequence(
            "LOGON",
            "select u.username from all_users u where u.username = :1 ",
            "create user cloakroom identified by \"tiger-17-secret\" quota unlimited on users",
            "grant create session, create table, create sequence, create procedure to cloakroom",
            "grant cloakroom_monitor to cloakroom",
            "alter session set container = CDB$ROOT",
            "alter system register",
            "LOGOFF",
            "LOGON",
            "begin dbms_session.set_identifier(:1 ); end;",
            "LOGOFF")
        .anyMatch(text -> text.contains("create table ps_txn"));
  }

  /** Whether the driver commits with it is all the same here. */
  private static String statement(String roundTrip) {
    return roundTrip.replace(" (and commit)", "");
  }

  @Test
  void administrator_isAskedForInTheDriversOwnWord() {
    assertThat(OracleServer.AS_SYSDBA)
        .containsOnlyKeys(OracleConnection.CONNECTION_PROPERTY_INTERNAL_LOGON);
  }
}
