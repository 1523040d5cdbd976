package cloakroom.bench.study.s4;

import cloakroom.bench.harness.PoolStudy;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Setup;

/**
 * S4: what do 500 connects cost with a pool and without, each followed by one query? The query
 * hides most of the difference between pools.
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
