package cloakroom.bench.study.s4;

import cloakroom.bench.harness.LoopStudy.PoolStudy;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Setup;

/**
 * Study S4: cost of 500 connects with and without a pool. One query follows each connect and hides
 * most of the difference between pools.
 */
public class S4Connects extends PoolStudy {
  private String lookup;

  @Setup
  public void prepareQuery() {
    lookup = BorrowState.lookup(database());
  }

  @Override
  protected int times() {
    return 500;
  }

  @Override
  protected Object once() throws SQLException {
    try (Connection connection = connections.borrow()) {
      return BorrowState.scalar(connection, lookup);
    }
  }
}
