package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.bench.TestServer;
import cloakroom.bench.subject.PgBouncer.LogOn;
import cloakroom.bench.subject.PgBouncer.Pooling;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.url.UrlDatabase;
import cloakroom.platform.Password;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** PgBouncer in front of a real server; skipped if it is not installed. */
final class PgBouncerIT {
  private final Database server = TestServer.get();

  @BeforeAll
  static void look() {
    PgBouncer.absence().ifPresent(why -> assumeTrue(false, why));
  }

  private static String backend(PgBouncer bouncer) throws SQLException {
    try (Connection connection = bouncer.connect()) {
      return Connections.query(connection, "select pg_backend_pid()");
    }
  }

  @ParameterizedTest
  @EnumSource(LogOn.class)
  void clients_anyLogOn_shareAServerConnection(LogOn logOn) throws SQLException {
    try (PgBouncer bouncer = PgBouncer.start(server, Pooling.SESSION, logOn)) {
      assertThat(backend(bouncer)).isEqualTo(backend(bouncer));
    }
  }

  @ParameterizedTest
  @EnumSource(LogOn.class)
  void wrongPassword_isRejected(LogOn logOn) {
    try (PgBouncer bouncer = PgBouncer.start(server, Pooling.SESSION, logOn)) {
      Password wrong = Password.of("open-sesame");
      assertThatThrownBy(() -> UrlDatabase.open(bouncer.url(), bouncer.user(), wrong))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageNotContaining("open-sesame");
    }
  }

  @Test
  void files_areReadableByTheOwnerOnly() throws Exception {
    Path path = PgBouncer.write(Pooling.TRANSACTION, LogOn.SCRAM, server, 1);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve("users"))))
        .isEqualTo("rw-------");
    assertThat(Files.readString(path.resolve("users")))
        .contains("SCRAM-SHA-256$")
        .doesNotContain(server.password().reveal());
    for (String file : List.of("pgbouncer.ini", "users", "log", "")) {
      Files.delete(path.resolve(file));
    }
  }

  @Test
  void process_endsWithClose() {
    PgBouncer bouncer = PgBouncer.start(server, Pooling.SESSION, LogOn.PLAIN);
    long pid = bouncer.process().pid();
    assertThat(ProcessHandle.of(pid)).isPresent();
    bouncer.close();
    assertThat(bouncer.folder()).doesNotExist();
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }
}
