package cloakroom.bench.study.s1;

import cloakroom.bench.lab.StudyState;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A study of what a statement cache keeps: 1,000 look-ups one after another on one connection, and
 * at the end the server is asked whether it kept what it was to keep.
 */
public abstract class LookupStudy extends StudyState {
  private static final int EXECUTIONS = 1_000;

  @Param({"KEYED", "JOINED"})
  public Lookup query;

  /** No constant, so that nobody computes with it beforehand. */
  int bind = Lookup.KEYS / 2;

  LookupSession session;

  /** Statements that the driver may keep. */
  abstract int cache();

  /** Statements that the server is to keep at the end. */
  abstract int kept();

  /** What is made ready before anything is measured. */
  void prepare() {
    // most need nothing
  }

  abstract String lookUp() throws SQLException;

  @Setup(Level.Trial)
  public void open() throws SQLException {
    prepare();
    session = LookupSession.open(database(), cache());
  }

  /** Asks the server what it kept, and disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    session.requireKept(kept());
    session.close();
  }

  /** The published loop: 1,000 executions. */
  @Benchmark
  @Warmup(iterations = 5)
  @Measurement(iterations = 3)
  public void protocol(Blackhole hole, Counts counts) throws SQLException {
    startCounting();
    for (int i = 0; i < EXECUTIONS; i++) {
      hole.consume(lookUp());
    }
    stopCounting(counts);
  }

  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  @Warmup(iterations = 1, time = 1)
  @Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
  public String operation() throws SQLException {
    return lookUp();
  }

  /** A query that a statement cache may keep; its answer is one row, found by a key. */
  public enum Lookup {
    /** The published one: one table by its primary key, hardly any planning. */
    KEYED("select data from fetch_test where id = ?"),
    /** Six tables: planning takes several times as long as executing. */
    JOINED(
        "select e.last_name, d.department_name, m.last_name, md.department_name, g.last_name,"
            + " gd.department_name from employees e"
            + " join departments d on d.department_id = e.department_id"
            + " left join employees m on m.employee_id = d.manager_id"
            + " left join departments md on md.department_id = m.department_id"
            + " left join employees g on g.employee_id = md.manager_id"
            + " left join departments gd on gd.department_id = g.department_id"
            + " where e.employee_id = ?");

    /** Both tables have more keys than this. */
    static final int KEYS = 1_000;

    private final String sql;

    Lookup(String sql) {
      this.sql = sql;
    }

    String bound() {
      return sql;
    }

    String literal(int key) {
      return sql.replace("?", Integer.toString(key));
    }

    /** The same query under another text, hence another statement to any cache. */
    String variant(int number) {
      return sql + " /* " + number + " */";
    }
  }
}
