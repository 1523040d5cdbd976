package cloakroom.bench.study.s1;

import cloakroom.bench.harness.LoopStudy.PoolStudy;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Study S1a: time that a pool saves if the application opens and closes a connection 100 times. An
 * empty pool connects to the database once. Validation adds one round trip to each of the 100
 * borrows. The published pool was empty at the start and did not validate.
 */
public class S1aConnectionPooling extends PoolStudy {
  public static final StudySets SETS =
      StudySets.of(
              "subject=UNPOOLED pool=FILLED validation=true",
              "subject=POOLS pool=FILLED,COLD validation=true,false",
              "subject=UNPOOLED pool=FILLED validation=true rtt=1ms",
              "subject=POOLS pool=COLD validation=false rtt=1ms")
          .once("pool=FILLED");

  public enum PoolUnderTest {
    COLD,
    FILLED
  }

  @Param("COLD")
  public PoolUnderTest pool;

  @Override
  protected SubjectSettings settings() {
    return super.settings().withMinimum(pool == PoolUnderTest.COLD ? 0 : 1);
  }

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
