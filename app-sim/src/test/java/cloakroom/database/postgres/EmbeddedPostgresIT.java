package cloakroom.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.Connecting;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The server that all tests share, looked at; what must be broken is in the next class. */
final class EmbeddedPostgresIT {
  private static String one(Database database, String query) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static String setting(String name) throws SQLException {
    return one(TestDatabase.server(), "show " + name);
  }

  @Test
  void settings_areThoseOfAProductionDatabase() throws SQLException {
    assertThat(setting("fsync")).isEqualTo("on");
    assertThat(setting("synchronous_commit")).isEqualTo("on");
    assertThat(setting("full_page_writes")).isEqualTo("on");
    assertThat(setting("max_connections")).isEqualTo("600");
    assertThat(setting("shared_buffers")).isEqualTo("256MB");
    assertThat(setting("jit")).isEqualTo("off");
    assertThat(setting("listen_addresses")).isEqualTo("127.0.0.1");
    assertThat(setting("server_version")).startsWith("18.");
  }

  @Test
  void role_ownsItsDatabaseAndWatchesTheServerButIsNoSuperuser() throws SQLException {
    assertThat(
            one(
                TestDatabase.server(),
                "select rolsuper || ' ' || pg_has_role(rolname, 'pg_monitor', 'usage') || ' '"
                    + " || (select datdba = r.oid from pg_database where datname = 'cloakroom')"
                    + " from pg_roles as r where rolname = current_user"))
        .isEqualTo("false true true");
  }

  @Test
  void superuser_cannotComeInWithoutItsPassword() throws SQLException {
    EmbeddedPostgres server = TestDatabase.server();
    assertThatThrownBy(
            () -> Connecting.open(server.url(), Cluster.SUPERUSER, server.password()).close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
    try (Connection connection = server.connectAsSuperuser()) {
      assertThat(connection.isValid(10)).isTrue();
    }
  }

  @Test
  void passwords_areStoredAsScramVerifiers() throws SQLException {
    try (Connection connection = TestDatabase.server().connectAsSuperuser();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select bool_and(rolpassword like 'SCRAM-SHA-256$%') from pg_authid"
                    + " where rolcanlogin")) {
      rows.next();
      assertThat(rows.getBoolean(1)).isTrue();
    }
  }

  @Test
  void passwordFile_isForItsOwnerOnly() throws IOException {
    EmbeddedPostgres server = TestDatabase.server();
    Path file = server.writePasswordFile();
    assertThat(file.toFile()).hasParent(server.directory().toFile());
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    assertThat(file)
        .hasContent(
            "127.0.0.1:%d:cloakroom:cloakroom:%s"
                .formatted(server.port(), server.password().reveal()));
  }

  @Test
  void log_holdsNoPassword() throws IOException {
    EmbeddedPostgres server = TestDatabase.server();
    assertThat(Files.readString(server.directory().resolve("server.log")))
        .contains("ready to accept connections")
        .doesNotContain(server.password().reveal());
  }

  @Test
  void portInUse_isSaidAtOnceAndLeavesNothing() throws IOException {
    int taken = TestDatabase.server().port();
    long before = instances();
    assertThatThrownBy(() -> EmbeddedPostgres.builder().port(taken).start())
        .isInstanceOf(EnvironmentException.class)
        .hasMessage("port " + taken + " on 127.0.0.1 is in use: name another, or 0 for a free one");
    assertThat(instances()).isEqualTo(before);
  }

  @Test
  void unknownSetting_isSaidAndLeavesNothing() throws IOException {
    TestDatabase.server();
    long before = instances();
    assertThatThrownBy(() -> EmbeddedPostgres.builder().setting("max_conections", "9").start())
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("unrecognized configuration parameter \"max_conections\"");
    assertThat(instances()).isEqualTo(before);
  }

  @Test
  void settingsThatAreOurs_areRefusedAndLeaveNothing() throws IOException {
    TestDatabase.server();
    long before = instances();
    assertThatThrownBy(() -> EmbeddedPostgres.builder().setting("listen_addresses", "*").start())
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("listen_addresses");
    assertThat(instances()).isEqualTo(before);
  }

  private static long instances() throws IOException {
    String own = "^" + ProcessHandle.current().pid() + "-.*";
    try (var list = Files.list(TestDatabase.server().directory().getParent())) {
      return list.filter(path -> path.getFileName().toString().matches(own)).count();
    }
  }

  @Test
  void unexpectedEnd_isOnlyWhatNobodyAskedFor() throws Exception {
    EmbeddedPostgres asked = small();
    CompletableFuture<String> end = asked.onUnexpectedEnd();
    asked.close();
    try (EmbeddedPostgres server = small()) {
      assertThat(one(server, "show max_connections")).isEqualTo("20");
      CompletableFuture<String> unasked = server.onUnexpectedEnd();
      Processes.signal("INT", server.processId());
      assertThat(unasked.get(30, TimeUnit.SECONDS)).contains("database system is shut down");
      assertThat(end).isNotDone();
    }
  }

  private static EmbeddedPostgres small() {
    return EmbeddedPostgres.builder().setting("max_connections", "20").start();
  }

  @Test
  void programs_areUnpackedOnce() {
    TestDatabase.server();
    Path home = PostgresBinaries.unpacked(WorkDirectory.open(), PostgresBinaries.archive());
    assertThat(home.resolve("bin").resolve("initdb")).isExecutable();
    assertThat(PostgresBinaries.unpacked(WorkDirectory.open(), PostgresBinaries.archive()))
        .isEqualTo(home);
  }
}
