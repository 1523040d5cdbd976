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
 * <p>Notice two causes that may give one number: a pool that is empty as the clock begins pays one
 * connect, a pool that validates pays 100 round trips. The published pool was empty and did not
 * validate, as this class does unless it is told otherwise.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1aConnectionPooling</pre>
 */
public class S1aConnectionPooling extends PoolStudy {
  /** UCP over PostgreSQL validates at every borrow, with any setting. */
  public static final StudySets SETS =
      StudySets.of(
              "subject=UNPOOLED pool=FILLED validation=true",
              "subject=HIKARI pool=FILLED,COLD validation=true,false",
              "subject=UCP pool=FILLED,COLD validation=true")
          .once("pool=FILLED");

  /** Which of the rows the article has. */
  public static final String TWIN =
      "the published pool was empty as the clock began and did not validate, as its driver ships:"
          + " its twin is the row that is cold and not validated; its 130.2 ms are 1.7 of its own"
          + " unpooled connects, so mostly the first one";

  /** What a pool has as the clock begins. */
  public enum PoolUnderTest {
    COLD,
    FILLED
  }

  @Param("COLD")
  public PoolUnderTest pool;

  /** Whether it asks at every borrow whether the connection lives. */
  @Param("false")
  public boolean validation;

  @Override
  protected SubjectSettings settings() {
    return SubjectSettings.full(1)
        .withMinimum(pool == PoolUnderTest.COLD ? 0 : 1)
        .withValidation(validation);
  }

  /** Each run of the loop finds the pool as cold as the first. */
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
    try (Connection connection = connections().take()) {
      return connection;
    }
  }
}
