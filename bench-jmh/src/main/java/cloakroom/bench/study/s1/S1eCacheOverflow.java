package cloakroom.bench.study.s1;

import cloakroom.bench.lab.Study;
import cloakroom.bench.lab.StudyCard.Chart;
import cloakroom.bench.lab.StudyCard.Scale;
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

  /** The study. */
  public static Study study() {
    return Study.of(
        dearToPlan(
                "S1e",
                "Cache overflow",
                "What happens to a cache of 20 statements when the application has 21?",
                byQuery("21 / 20 statements", "statements", "21", "20", Double.NaN))
            .runInFull("statements", "10", "15", "19", "20", "21", "22", "25", "40")
            .drawn(
                new Chart(
                    "statements", "distinct statements, cache of 20", Scale.LINEAR, Scale.LINEAR)),
        S1eCacheOverflow.class);
  }

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
