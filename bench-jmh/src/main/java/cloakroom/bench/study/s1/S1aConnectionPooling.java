package cloakroom.bench.study.s1;

import cloakroom.bench.lab.PoolStudy;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Warmup;

/**
 * S1a: what does a pool save when a connection is opened and closed 100 times?
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1aConnectionPooling</pre>
 */
@Warmup(iterations = 2)
@Measurement(iterations = 3)
public class S1aConnectionPooling extends PoolStudy {
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
