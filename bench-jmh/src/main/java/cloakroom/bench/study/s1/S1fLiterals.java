package cloakroom.bench.study.s1;

import cloakroom.bench.study.s1.LookupStudy.Lookup;
import cloakroom.bench.subject.SubjectSettings;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Param;

/**
 * S1f: what does it cost to write the key into the text instead of binding it?
 *
 * <p>1,000 executions with 1,000 different keys. With a bind that is one statement, which the
 * driver keeps (its default cache of 256); with literals it is 1,000 statements, none of which
 * comes again before the cache has dropped it. Notice that the price is that of having no cache at
 * all (compare S1c), and that the useless statements have pushed out everything else.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1fLiterals</pre>
 */
public class S1fLiterals extends LookupStudy {
  /** How the key gets into the query. */
  public enum Key {
    BIND,
    LITERAL
  }

  @Param({"BIND", "LITERAL"})
  public Key key;

  private String[] literals;
  private int next;

  @Override
  void prepare() {
    literals = new String[Lookup.KEYS];
    for (int i = 0; i < literals.length; i++) {
      literals[i] = query.literal(i + 1);
    }
  }

  @Override
  int cache() {
    return SubjectSettings.DRIVER_CACHE;
  }

  @Override
  int kept() {
    return key == Key.BIND ? 1 : 0;
  }

  @Override
  String lookUp() throws SQLException {
    next = next + 1 < literals.length ? next + 1 : 0;
    return key == Key.BIND
        ? session.bound(query.bound(), next + 1)
        : session.literal(literals[next]);
  }
}
