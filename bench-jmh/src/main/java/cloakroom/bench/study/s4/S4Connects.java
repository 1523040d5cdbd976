package cloakroom.bench.study.s4;

import cloakroom.bench.harness.PoolStudy;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * S4: what do 500 connects cost with a pool and without, each followed by one query?
 *
 * <p>Notice that the query hides most of what tells the pools apart.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4Connects</pre>
 */
public class S4Connects extends PoolStudy {
  @Override
  protected int times() {
    return 500;
  }

  @Override
  protected Object once() throws SQLException {
    try (Connection connection = connections().take()) {
      return BorrowState.scalar(connection, BorrowState.lookup(database()));
    }
  }
}
