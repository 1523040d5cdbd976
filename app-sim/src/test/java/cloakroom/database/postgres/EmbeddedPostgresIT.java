package cloakroom.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.Connecting;
import cloakroom.database.EnvironmentException;
import cloakroom.database.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The server that all tests share, looked at; what must be broken is in the next class. */
final class EmbeddedPostgresIT {
  @ParameterizedTest
  @CsvSource({
    "fsync, on",
    "synchronous_commit, on",
    "full_page_writes, on",
    "max_connections, 600",
    "shared_buffers, 256MB",
    "jit, off",
    "listen_addresses, 127.0.0.1"
  })
  void settings_areThoseOfAProductionDatabase(String name, String value) {
    assertThat(TestDatabase.ask(TestDatabase.server(), "show " + name)).isEqualTo(value);
  }

  @Test
  void role_ownsItsDatabaseAndWatchesTheServerButIsNoSuperuser() {
    assertThat(
            TestDatabase.ask(
                TestDatabase.server(),
                "select rolsuper || ' ' || pg_has_role(rolname, 'pg_monitor', 'usage') || ' '"
                    + " || (select datdba = r.oid from pg_database where datname = 'cloakroom')"
                    + " from pg_roles as r where rolname = current_user"))
        .isEqualTo("false true true");
  }

  @Test
  void superuser_hasAPasswordOfItsOwn_andAllAreStoredAsScramVerifiers() throws SQLException {
    EmbeddedPostgres server = TestDatabase.server();
    assertThatThrownBy(
            () -> Connecting.open(server.url(), Cluster.SUPERUSER, server.password()).close())
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
  void passwordFile_isForItsOwnerOnly_andTheLogHoldsNoPassword() throws IOException {
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

  static Stream<Arguments> wrongs() {
    int taken = TestDatabase.server().port();
    return Stream.of(
        wrong(
            builder -> builder.port(taken),
            "port " + taken + " on 127.0.0.1 is in use: name another, or 0 for a free one"),
        wrong(
            builder -> builder.setting("max_conections", "9"),
            "PostgreSQL did not start: unrecognized configuration parameter \"max_conections\""),
        wrong(
            builder -> builder.setting("listen_addresses", "*"),
            "the setting listen_addresses of the embedded PostgreSQL cannot be set: it is ours to"
                + " choose"));
  }

  private static Arguments wrong(UnaryOperator<EmbeddedPostgres.Builder> wish, String message) {
    return Arguments.of(wish, message);
  }

  @ParameterizedTest
  @MethodSource("wrongs")
  void whatCannotBe_isSaidAndLeavesNothing(
      UnaryOperator<EmbeddedPostgres.Builder> wish, String message) throws IOException {
    long before = instances();
    assertThatThrownBy(() -> wish.apply(EmbeddedPostgres.builder()).start())
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
