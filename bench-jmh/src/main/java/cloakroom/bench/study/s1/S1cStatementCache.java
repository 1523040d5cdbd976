package cloakroom.bench.study.s1;

import cloakroom.bench.harness.LoopStudy;
import cloakroom.bench.harness.StudySets;
import cloakroom.contract.SchemaName;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * S1c, S1e, S1f, S1g: what does a statement cache save when a query is executed 1,000 times, and
 * what defeats it? At the end the server is asked whether it kept what it was to keep.
 *
 * <p>With a cache of 0 the driver forgets a statement when it is closed, and every execution is
 * parsed and planned; with one of 1 ({@code prepareThreshold=5}, the driver's own) the first five
 * are and no other. Both take one round trip for each execution, so what the cache saves is work in
 * the server and bytes. Notice how much depends on the query: the published one hardly needs
 * planning; for the join of six tables the cache decides nearly all of the time.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1cStatementCache</pre>
 *
 * <p>S1e: one statement too many does not cost one miss in N. Each is the oldest just when its turn
 * comes, so nothing is ever found again and the cache might as well be off.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1cStatementCache -p cache=20 -p statements=20,21
 * </pre>
 *
 * <p>S1f: 1,000 literals are 1,000 statements, none of which comes again before the cache has
 * dropped it; they have pushed out everything else too. S1g: a statement that asks not to be kept
 * ({@code PGStatement.setPrepareThreshold(0)}) pays the same, which is right for one that comes
 * once. It still takes a place in the driver's own cache, and {@code setPoolable(false)}, JDBC's
 * way to ask, changes nothing in pgjdbc.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1cStatementCache -p cache=256
 *     -p way=KEYS,LITERALS,SAME,KEPT_OUT</pre>
 */
public class S1cStatementCache extends LoopStudy {
  /** Sets of S1c. */
  public static final StudySets CACHE = StudySets.of("cache=0,1 query=KEYED,JOINED");

  /** Sets of S1e; the short form of it and of the following has the query with costly planning. */
  public static final StudySets OVERFLOW =
      StudySets.of("cache=20 statements=20,21 query=JOINED")
          .full("cache=20 statements=10,15,19,20,21,22,25,40 query=KEYED,JOINED");

  /** Sets of S1f. */
  public static final StudySets LITERALS =
      StudySets.of("cache=256 way=KEYS,LITERALS query=JOINED")
          .full("cache=256 way=KEYS,LITERALS query=KEYED,JOINED");

  /** Sets of S1g. */
  public static final StudySets KEPT_OUT =
      StudySets.of("cache=256 way=SAME,KEPT_OUT query=JOINED")
          .full("cache=256 way=SAME,KEPT_OUT query=KEYED,JOINED");

  /** How an execution comes by its statement. */
  public enum CacheMode {
    /** with the same bind every time */
    SAME,
    /** the same, and the statement is not to be kept */
    KEPT_OUT,
    /** with another bind every time */
    KEYS,
    /** with another literal in its text every time */
    LITERALS
  }

  /** Statements that the driver may keep. */
  @Param({"0", "1"})
  public int cache;

  /** Distinct statements, executed in turn. */
  @Param("1")
  public int statements;

  @Param("SAME")
  public CacheMode way;

  @Param({"KEYED", "JOINED"})
  public Lookup query;

  /** No constant, so that nobody computes with it beforehand. */
  int bind = Lookup.KEYS / 2;

  private LookupSession session;
  private String[] texts;
  private int turn;

  @Setup(Level.Trial)
  public void open() throws SQLException {
    texts =
        way == CacheMode.LITERALS
            ? IntStream.rangeClosed(1, Lookup.KEYS).mapToObj(query::literal).toArray(String[]::new)
            : IntStream.range(0, statements).mapToObj(query::variant).toArray(String[]::new);
    SchemaName schema = SchemaName.of(database().url(), null);
    Arrays.setAll(texts, i -> schema.in(texts[i]));
    session = LookupSession.open(database(), cache);
    shareProcessor();
  }

  /** Asks the server what it kept, and disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    boolean kept = (way == CacheMode.SAME || way == CacheMode.KEYS) && statements <= cache;
    session.requireKept(kept ? statements : 0);
    session.close();
  }

  @Override
  protected int times() {
    return 1_000;
  }

  @Override
  protected String once() throws SQLException {
    int now = turn++;
    String text = texts[now % texts.length];
    return switch (way) {
      case SAME -> session.bound(text, bind, true);
      case KEPT_OUT -> session.bound(text, bind, false);
      case KEYS -> session.bound(text, now % Lookup.KEYS + 1, true);
      case LITERALS -> session.literal(text);
    };
  }

  /** A query that a statement cache may keep; its answer is one row, found by a key. */
  public enum Lookup {
    /** The published one: one table by its primary key, hardly any planning. */
    KEYED("select data from cloakroom.fetch_test where id = ?"),
    /** Six tables: planning takes several times as long as executing. */
    JOINED(
        "select e.last_name, d.department_name, m.last_name, md.department_name, g.last_name,"
            + " gd.department_name from cloakroom.employees e"
            + " join cloakroom.departments d on d.department_id = e.department_id"
            + " left join cloakroom.employees m on m.employee_id = d.manager_id"
            + " left join cloakroom.departments md on md.department_id = m.department_id"
            + " left join cloakroom.employees g on g.employee_id = md.manager_id"
            + " left join cloakroom.departments gd on gd.department_id = g.department_id"
            + " where e.employee_id = ?");

    /** Both tables have more keys than this. */
    static final int KEYS = 1_000;

    private final String sql;

    Lookup(String sql) {
      this.sql = sql;
    }

    String literal(int key) {
      return sql.replace("?", Integer.toString(key));
    }

    /** The same query under another text, hence another statement to any cache; 0 is its own. */
    String variant(int number) {
      return number == 0 ? sql : sql + " /* " + number + " */";
    }
  }
}
