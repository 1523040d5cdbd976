package cloakroom.bench.study.s1;

import java.sql.SQLException;
import org.openjdk.jmh.annotations.Param;

/**
 * S1e: what happens to a cache of N statements when the application has N + 1?
 *
 * <p>N and N + 1 distinct statements are executed round robin, 1,000 executions in all. Notice that
 * one statement too many does not cost one miss in N: each statement is the oldest just when its
 * turn comes, so nothing is ever found again and the cache might as well be off (compare S1c). The
 * long form shows the cliff from both sides.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1eCacheOverflow</pre>
 */
public class S1eCacheOverflow extends LookupStudy {
  private static final int CACHE = 20;

  /** Distinct statements; the cache keeps 20. */
  @Param({"20", "21"})
  public int statements;

  private String[] texts;
  private int next;

  @Override
  void prepare() {
    texts = new String[statements];
    for (int i = 0; i < statements; i++) {
      texts[i] = query.variant(i);
    }
  }

  @Override
  int cache() {
    return CACHE;
  }

  @Override
  int kept() {
    return statements <= CACHE ? statements : 0;
  }

  @Override
  String lookUp() throws SQLException {
    next = next + 1 < statements ? next + 1 : 0;
    return session.bound(texts[next], bind);
  }
}
