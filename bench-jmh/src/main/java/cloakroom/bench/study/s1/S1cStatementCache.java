package cloakroom.bench.study.s1;

import cloakroom.bench.harness.LoopStudy;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.contract.SchemaName;
import cloakroom.database.Database;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.stream.IntStream;
import oracle.jdbc.OraclePreparedStatement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.postgresql.PGStatement;

/**
 * Studies S1c, S1e, S1f and S1g: time that a statement cache saves when a query is executed 1,000
 * times. The tear-down checks the number of server-prepared statements.
 *
 * <p>S1c: with cache size 0, the driver discards closed statements, so the server parses and plans
 * every execution. With cache size 1, the server parses and plans only the first five executions.
 * Five is the default of pgjdbc's {@code prepareThreshold}. Each execution takes one round trip
 * with either cache size, so the cache saves only server work and bytes.
 *
 * <p>S1e: the loop uses one statement more than fits into the cache. The statements run in turn, so
 * each is evicted just before its next use. S1f: 1,000 literals make 1,000 statements, which evict
 * all others. S1g: {@code PGStatement.setPrepareThreshold(0)} prevents server-prepared statements,
 * so the server plans every execution. The statement still uses an entry of the driver's cache.
 * JDBC's {@code setPoolable(false)} has no effect in pgjdbc.
 *
 * <p>"The server plans" is PostgreSQL: Oracle makes a hard parse of each literal, and a soft parse
 * of a statement that no cache keeps.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1cStatementCache -p cache=16 -p statements=16,17
 * java -jar bench-jmh/target/benchmarks.jar S1cStatementCache -p cache=256
 *     -p way=KEYS,LITERALS,SAME,KEPT_OUT</pre>
 */
public class S1cStatementCache extends LoopStudy {
  public static final StudySets CACHE =
      StudySets.of("cache=0,1 query=KEYED,JOINED,CALLED", "cache=0,1 query=KEYED rtt=200us");
  public static final StudySets OVERFLOW =
      StudySets.of("cache=16 statements=16,17 query=JOINED")
          .full("cache=16 statements=8,12,15,16,17,18,20,32 query=KEYED,JOINED");

  public static final StudySets LITERALS =
      StudySets.of("cache=256 way=KEYS,LITERALS query=JOINED")
          .full("cache=256 way=KEYS,LITERALS query=KEYED,JOINED");

  public static final StudySets UNCACHED =
      StudySets.of("cache=256 way=SAME,KEPT_OUT query=JOINED")
          .full("cache=256 way=SAME,KEPT_OUT query=KEYED,JOINED");

  /**
   * Way to execute the query repeatedly. SAME always binds the same value; KEYS binds a new value
   * each time. LITERALS writes a new value into the SQL text each time. KEPT_OUT is like SAME, but
   * without server-prepared statements.
   */
  public enum CacheMode {
    SAME,
    KEPT_OUT,
    KEYS,
    LITERALS
  }

  @Param({"0", "1"})
  public int cache;

  @Param("1")
  public int statements; // executed in turn

  @Param("SAME")
  public CacheMode way;

  @Param({"KEYED", "JOINED", "CALLED"})
  public Lookup query;

  int bind = Lookup.KEYS / 2; // not a constant, so that the compiler cannot fold it
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

  public enum Lookup {
    /** Query of the published experiment: reads one row by primary key and is quick to plan. */
    KEYED("select data from cloakroom.fetch_test where id = ?"),
    /** Join of six tables, which takes several times longer to plan than to execute. */
    JOINED(
        "select e.last_name, d.department_name, m.last_name, md.department_name, g.last_name,"
            + " gd.department_name from cloakroom.employees e"
            + " join cloakroom.departments d on d.department_id = e.department_id"
            + " left join cloakroom.employees m on m.employee_id = d.manager_id"
            + " left join cloakroom.departments md on md.department_id = m.department_id"
            + " left join cloakroom.employees g on g.employee_id = md.manager_id"
            + " left join cloakroom.departments gd on gd.department_id = g.department_id"
            + " where e.employee_id = ?"),
    /** Call of a built-in function: a PL/SQL block on Oracle, a query on PostgreSQL. */
    CALLED("{? = call abs(?)}");

    static final int KEYS = 1_000; // both tables have more
    private final String sql;

    Lookup(String sql) {
      this.sql = sql;
    }

    String literal(int key) {
      return withKey(Integer.toString(key));
    }

    /**
     * Returns the query with a number in a comment, so that caches treat it as a new statement.
     * Number 0 is the original query.
     */
    String variant(int number) {
      return number == 0 ? sql : withKey("/* " + number + " */ ?");
    }

    private String withKey(String text) {
      int last = sql.lastIndexOf('?'); // the first one of a call is its result
      return sql.substring(0, last) + text + sql.substring(last + 1);
    }
  }

  /**
   * Connection that prepares, executes and closes a statement for each query. Only the driver
   * caches statements. From the fifth execution, a cached statement is prepared on the server.
   */
  record LookupSession(Connection connection) implements AutoCloseable {
    static LookupSession open(Database database, int statementCache) throws SQLException {
      SubjectSettings settings = SubjectSettings.full(1).withStatementCache(statementCache);
      return new LookupSession(Subject.UNPOOLED.open(database, settings).borrow());
    }

    String bound(String sql, int key, boolean cached) throws SQLException {
      try (PreparedStatement statement = prepare(sql)) {
        if (!cached && S1bFetchSize.isOracle(connection)) {
          statement.unwrap(OraclePreparedStatement.class).setDisableStmtCaching(true);
        } else if (!cached) {
          statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        }
        statement.setInt(statement instanceof CallableStatement ? 2 : 1, key);
        return value(statement);
      }
    }

    String literal(String sql) throws SQLException {
      try (PreparedStatement statement = prepare(sql)) {
        return value(statement);
      }
    }

    private PreparedStatement prepare(String sql) throws SQLException {
      if (!sql.startsWith("{")) {
        return connection.prepareStatement(sql);
      }
      CallableStatement call = connection.prepareCall(sql);
      call.registerOutParameter(1, Types.INTEGER);
      return call;
    }

    private static String value(PreparedStatement statement) throws SQLException {
      if (statement instanceof CallableStatement call) {
        call.execute();
        return Integer.toString(call.getInt(1));
      }
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new IllegalStateException("no row for " + statement);
        }
        return row.getString(1);
      }
    }

    int prepared() throws SQLException {
      return Integer.parseInt(
          Connections.query(
              connection, "select count(*) from pg_prepared_statements where not from_sql"));
    }

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
