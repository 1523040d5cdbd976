package cloakroom.bench.study.s3;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.bench.study.s3.S3dIdleTimeout.Returned;
import cloakroom.bench.subject.Subject;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the published pool did and those of today do: pools by the string, and idle time-outs. */
final class PoolPropertiesIT {
  /** If one kept its pools by the string, one spelling would have one pool. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNPOOLED")
  void pools_areAsManyAsAreOpenedWhateverTheSpelling(Subject subject) throws SQLException {
    for (String other : S3cTwoSpellings.SPELLINGS) {
      assertThat(S3cTwoSpellings.held(TestServer.get(), subject, other))
          .isEqualTo(2 * S3cTwoSpellings.SIZE);
    }
  }

  /** No pool tells when it closes a connection: it is asked until it has. */
  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "UCP"})
  void returnedConnection_staysForItsTimeOutAtLeast(Subject subject) throws SQLException {
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
