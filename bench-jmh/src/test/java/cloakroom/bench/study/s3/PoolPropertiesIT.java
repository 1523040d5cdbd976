package cloakroom.bench.study.s3;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.bench.harness.CountedDatabase;
import cloakroom.bench.study.s3.S3dIdleTimeout.Returned;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.database.Database;
import cloakroom.database.url.UrlDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PoolPropertiesIT {
  private static final int SIZE = 5;
  private static final SubjectSettings FULL = SubjectSettings.full(SIZE);

  /** Same settings in two orders; neither has an effect. */
  private static final List<String> SPELLINGS =
      List.of("tcpKeepAlive=true&loginTimeout=0", "loginTimeout=0&tcpKeepAlive=true");

  /** S3c: the published driver had one pool for each spelling, so one for two equal strings. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNPOOLED")
  void open_twice_makesTwoPoolsWithAnySpelling(Subject subject) throws SQLException {
    for (String other : SPELLINGS) {
      try (CountedDatabase counted = new CountedDatabase(TestServer.get());
          Connections one = subject.open(spelled(counted, SPELLINGS.get(0)), FULL);
          Connections two = subject.open(spelled(counted, other), FULL)) {
        one.fill(SIZE);
        two.fill(SIZE);
        assertThat(counted.open()).as(other).isEqualTo(2 * SIZE);
      }
    }
  }

  private static Database spelled(Database database, String settings) {
    return new UrlDatabase(database.url() + "?" + settings, database.user(), database.password());
  }

  /** Polls, because a pool does not report that it closes a connection. */
  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "UCP"})
  void returnedConnection_staysForItsTimeout(Subject subject) throws SQLException {
    try (Returned connection = new Returned(TestServer.get(), subject, "1")) {
      long beforeItsReturn = System.nanoTime();
      connection.begin();
      while (connection.isThere()) {
        LockSupport.parkNanos(10_000_000);
      }
      assertThat(System.nanoTime() - beforeItsReturn).isGreaterThanOrEqualTo(950_000_000);
    }
  }
}
