package cloakroom.bench.study.s1;

import cloakroom.bench.harness.PoolStudy;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * S1a: what does a pool save when a connection is opened and closed 100 times?
 *
 * <p>Two causes may have the same effect: a pool that is empty at the start pays one connect, a
 * pool that validates pays 100 round trips. The published pool was empty and did not validate; both
 * are the defaults of this class.
 */
public class S1aConnectionPooling extends PoolStudy {
  /** UCP over PostgreSQL validates at every borrow, with any setting. */
  public static final StudySets SETS =
      StudySets.of(
              "subject=UNPOOLED pool=FILLED validation=true",
              "subject=HIKARI pool=FILLED,COLD validation=true,false",
              "subject=UCP pool=FILLED,COLD validation=true")
          .once("pool=FILLED");

  public enum PoolUnderTest {
    COLD,
    FILLED
  }

  @Param("COLD")
  public PoolUnderTest pool;

  @Param("false")
  public boolean validation;

  @Override
  protected SubjectSettings settings() {
    return SubjectSettings.full(1)
        .withMinimum(pool == PoolUnderTest.COLD ? 0 : 1)
        .withValidation(validation);
  }

  /** Reopens a cold pool before each run of the loop. */
  @Setup(Level.Invocation)
  public void empty() throws SQLException {
    if (pool == PoolUnderTest.COLD) {
      closeSubject();
      openSubject();
    }
  }

  @Override
  protected int times() {
    return 100;
  }

  @Override
  protected Object once() throws SQLException {
    try (Connection connection = connections.borrow()) {
      return connection;
    }
  }
}
