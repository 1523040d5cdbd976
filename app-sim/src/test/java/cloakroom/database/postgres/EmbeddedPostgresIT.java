package cloakroom.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cloakroom.database.EnvironmentException;
import cloakroom.database.JdbcConnector;
import cloakroom.database.TestDatabase;
import cloakroom.platform.Password;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class EmbeddedPostgresIT {
  @Test
  void server_hasProductionSettings_andARoleThatOwnsItsDatabaseOnly() {
    assertThat(
            TestDatabase.ask(
                TestDatabase.server(),
                "select string_agg(current_setting(name), ' ') from unnest(array['fsync',"
                    + " 'synchronous_commit', 'full_page_writes', 'max_connections',"
                    + " 'shared_buffers', 'jit', 'listen_addresses']) as name"))
        .isEqualTo("on on on 600 256MB off 127.0.0.1");
    assertThat(
            TestDatabase.ask(
                TestDatabase.server(),
                "select rolsuper || ' ' || pg_has_role(rolname, 'pg_monitor', 'usage') || ' '"
                    + " || (select datdba = r.oid from pg_database where datname = 'cloakroom')"
                    + " from pg_roles as r where rolname = current_user"))
        .isEqualTo("false true true");
  }

  @Test
  void superuser_hasASeparatePassword_andAllAreStoredAsScramVerifiers() throws SQLException {
    EmbeddedPostgres server = TestDatabase.server();
    assertThatThrownBy(
            () ->
                JdbcConnector.open(server.url(), Postmaster.SUPERUSER, server.password(), Map.of())
                    .close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
    try (Connection connection = server.connectAsSuperuser()) {
      assertThat(
              TestDatabase.ask(
                  connection,
                  "select bool_and(rolpassword like 'SCRAM-SHA-256$%') from pg_authid"
                      + " where rolcanlogin"))
          .isEqualTo("t");
    }
  }

  @Test
  void passwordFile_isReadableByItsOwnerOnly_andTheLogHasNoPassword() throws IOException {
    EmbeddedPostgres server = TestDatabase.server();
    Path file = server.writePasswordFile();
    assertThat(file.toFile()).hasParent(server.directory().toFile());
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    assertThat(file)
        .hasContent(
            "127.0.0.1:%d:cloakroom:cloakroom:%s"
                .formatted(server.port(), server.password().reveal()));
    assertThat(Files.readString(server.directory().resolve("server.log")))
        .contains("ready to accept connections")
        .doesNotContain(server.password().reveal());
  }

  static Stream<Arguments> failures() {
    int taken = TestDatabase.server().port();
    return Stream.of(
        arguments(
            taken,
            Map.of(),
            "port " + taken + " on 127.0.0.1 is in use: name another, or 0 for a free one"),
        arguments(
            0,
            Map.of("max_conections", "9"),
            "PostgreSQL did not start: unrecognized configuration parameter \"max_conections\""));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void start_failure_isReportedAndLeavesNothing(
      int port, Map<String, String> settings, String message) throws IOException {
    long before = instances();
    assertThatThrownBy(() -> EmbeddedPostgres.start(port, Password.random(), settings))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(message);
    assertThat(instances()).isEqualTo(before);
  }

  private static long instances() throws IOException {
    String own = "^" + ProcessHandle.current().pid() + "-.*";
    try (var list = Files.list(TestDatabase.server().directory().getParent())) {
      return list.filter(path -> path.getFileName().toString().matches(own)).count();
    }
  }
}
