package cloakroom.bench.study.s1;

import cloakroom.bench.lab.StudyState;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A study that reads a table with so many rows for each round trip, on one connection. */
public abstract class FetchStudy extends StudyState {
  /** Rows for each round trip. */
  @Param({"1", "10", "100", "1000", "10000"})
  public int fetchSize;

  TableRead read;

  /** Connects, proves that the size has an effect, and makes the rest ready. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    read = TableRead.open(database(), fetchSize);
    read.requireFetchSize();
    prepare();
  }

  /** What is done before the clock runs. */
  void prepare() throws SQLException {
    // mostly nothing
  }

  /** Ends the transaction of a read. */
  @TearDown(Level.Iteration)
  public void endTransaction() throws SQLException {
    read.endTransaction();
  }

  @TearDown(Level.Trial)
  public void close() throws SQLException {
    read.close();
  }
}
