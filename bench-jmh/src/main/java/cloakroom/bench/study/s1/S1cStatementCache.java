package cloakroom.bench.study.s1;

import java.sql.SQLException;
import org.openjdk.jmh.annotations.Param;

/**
 * S1c: what does a statement cache save when one query is executed 1,000 times with the same bind?
 *
 * <p>"Off" is {@code preparedStatementCacheQueries=0}: the driver forgets a statement when it is
 * closed, and every execution is parsed and planned. "On" is a cache of one statement, as
 * published, with the driver's own {@code prepareThreshold=5}: the first five executions are parsed
 * and no other. Both take one round trip for each execution, so what the cache saves is work in the
 * server and bytes.
 *
 * <p>Notice how much depends on the query: the published one hardly needs planning; for the join of
 * six tables the cache decides nearly all of the time.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1cStatementCache</pre>
 */
public class S1cStatementCache extends LookupStudy {
  /** Statements that the driver keeps. */
  public enum Cache {
    OFF(0),
    ON(1);

    private final int statements;

    Cache(int statements) {
      this.statements = statements;
    }
  }

  @Param({"OFF", "ON"})
  public Cache cache;

  @Override
  int cache() {
    return cache.statements;
  }

  @Override
  int kept() {
    return cache.statements;
  }

  @Override
  String lookUp() throws SQLException {
    return session.bound(query.bound(), bind);
  }
}
