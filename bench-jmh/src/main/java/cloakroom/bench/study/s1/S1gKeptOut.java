package cloakroom.bench.study.s1;

import cloakroom.bench.subject.SubjectSettings;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Param;

/**
 * S1g: what does a statement pay that is kept out of the cache on purpose?
 *
 * <p>The loop of S1c with the cache on, and a statement that asks not to be kept ({@code
 * PGStatement.setPrepareThreshold(0)}). Notice that it pays what a statement pays without a cache:
 * this is for statements that come once. Notice also what the wish does not cover: the server keeps
 * nothing, but the statement still takes a place in the driver's own cache, and {@code
 * setPoolable(false)}, JDBC's way to ask, changes nothing in pgjdbc.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1gKeptOut</pre>
 */
public class S1gKeptOut extends LookupStudy {
  /** What the statement asks for. */
  public enum Wish {
    CACHED,
    KEPT_OUT
  }

  @Param({"CACHED", "KEPT_OUT"})
  public Wish statement;

  @Override
  int cache() {
    return SubjectSettings.DRIVER_CACHE;
  }

  @Override
  int kept() {
    return statement == Wish.CACHED ? 1 : 0;
  }

  @Override
  String lookUp() throws SQLException {
    return statement == Wish.CACHED
        ? session.bound(query.bound(), bind)
        : session.boundAndNotKept(query.bound(), bind);
  }
}
