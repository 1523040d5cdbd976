package cloakroom.bench.study.s1;

import cloakroom.bench.harness.LoopStudy;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.contract.SchemaName;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.IntStream;
import oracle.jdbc.OraclePreparedStatement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.postgresql.PGStatement;

/**
 * S1c, S1e, S1f, S1g: what does a statement cache save when a query is executed 1,000 times, and
 * what defeats it? The tear-down checks the number of server-prepared statements.
 *
 * <p>With a cache of 0 the driver drops a statement when it is closed, and every execution is
 * parsed and planned; with one of 1 ({@code prepareThreshold=5}, the default) only the first five
 * are. Both take one round trip for each execution: the cache saves work in the server and bytes.
 *
 * <p>S1e: with one statement more than places, each statement is evicted just before it is used
 * again, so nothing is ever found in the cache.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1cStatementCache -p cache=20 -p statements=20,21
 * </pre>
 *
 * <p>S1f: 1,000 literals are 1,000 statements, none of which is used again before it is evicted;
 * they evict everything else too. S1g: a statement that is kept out of the cache ({@code
 * PGStatement.setPrepareThreshold(0)}) has the same cost, which is right for one that is used once.
 * It still takes a place in the driver's cache; JDBC's {@code setPoolable(false)} has no effect in
 * pgjdbc.
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
  public static final StudySets UNCACHED =
      StudySets.of("cache=256 way=SAME,KEPT_OUT query=JOINED")
          .full("cache=256 way=SAME,KEPT_OUT query=KEYED,JOINED");

  /** Statement of an execution. */
  public enum CacheMode {
    /** With the same parameter value every time. */
    SAME,
    /** With the same value, kept out of the cache. */
    KEPT_OUT,
    /** With another parameter value every time. */
    KEYS,
    /** With another literal in its text every time. */
    LITERALS
  }

  @Param({"0", "1"})
  public int cache;

  /** Distinct statements, executed in turn. */
  @Param("1")
  public int statements;

  @Param("SAME")
  public CacheMode way;

  @Param({"KEYED", "JOINED"})
  public Lookup query;

  /** Not a constant, so that the compiler cannot fold it. */
  int bind = Lookup.KEYS / 2;

  private LookupSession session;
  private String[] texts;
  private int executions;

  @Setup
  public void open() throws SQLException {
    texts =
        way == CacheMode.LITERALS
            ? IntStream.rangeClosed(1, Lookup.KEYS).mapToObj(query::literal).toArray(String[]::new)
            : IntStream.range(0, statements).mapToObj(query::variant).toArray(String[]::new);
    SchemaName schema = SchemaName.of(database().url(), null);
    Arrays.setAll(texts, i -> schema.in(texts[i]));
    session = LookupSession.open(database(), cache);
  }

  @TearDown
  public void close() throws SQLException {
    boolean cached = (way == CacheMode.SAME || way == CacheMode.KEYS) && statements <= cache;
    session.requirePrepared(cached ? statements : 0);
    session.close();
  }

  @Override
  protected int times() {
    return 1_000;
  }

  @Override
  protected String once() throws SQLException {
    int now = executions++;
    String text = texts[now % texts.length];
    return switch (way) {
      case SAME -> session.bound(text, bind, true);
      case KEPT_OUT -> session.bound(text, bind, false);
      case KEYS -> session.bound(text, now % Lookup.KEYS + 1, true);
      case LITERALS -> session.literal(text);
    };
  }

  /** Query for one row by a key. */
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

    /** Returns the query with another text, hence another statement; 0 is the original. */
    String variant(int number) {
      return number == 0 ? sql : sql + " /* " + number + " */";
    }
  }

  /**
   * Connection on which every look-up prepares, executes and closes a statement, leaving caching to
   * the driver.
   *
   * <p>pgjdbc caches a closed statement, which becomes a server-prepared statement at its fifth
   * execution ({@code prepareThreshold=5}, the default) and is not parsed again.
   */
  record LookupSession(Connection connection) implements AutoCloseable {
    /** Connects with a driver cache of N statements; none if 0. */
    static LookupSession open(Database database, int statementCache) throws SQLException {
      SubjectSettings settings = SubjectSettings.full(1).withStatementCache(statementCache);
      return new LookupSession(Subject.UNPOOLED.open(database, settings).borrow());
    }

    /** Looks up a key with a bound parameter, by a statement that is cached or kept uncached. */
    String bound(String sql, int key, boolean cached) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        if (!cached && S1bFetchSize.isOracle(connection)) {
          statement.unwrap(OraclePreparedStatement.class).setDisableStmtCaching(true);
        } else if (!cached) {
          statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        }
        statement.setInt(1, key);
        return value(statement);
      }
    }

    String literal(String sql) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        return value(statement);
      }
    }

    private static String value(PreparedStatement statement) throws SQLException {
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new IllegalStateException("no row for " + statement);
        }
        return row.getString(1);
      }
    }

    /** Returns the number of server-prepared statements of this session. */
    int prepared() throws SQLException {
      return Integer.parseInt(
          Connections.query(
              connection, "select count(*) from pg_prepared_statements where not from_sql"));
    }

    /**
     * Requires this number of server-prepared statements. Does nothing on Oracle, which shows them
     * to no user.
     */
    void requirePrepared(int expected) throws SQLException {
      int prepared = S1bFetchSize.isOracle(connection) ? expected : prepared();
      if (prepared != expected) {
        throw new IllegalStateException(
            "the server has %d prepared statements instead of %d".formatted(prepared, expected));
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
