package cloakroom.bench.study.s3;

import cloakroom.bench.lab.PoolStudy;
import cloakroom.bench.subject.Connections;
import cloakroom.contract.DatabaseKind;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * S3: what does a pool save when there is work between open and close? Six rounds, of which the
 * figure is the mean and the first is cold; each round 20 times: open, begin a READ COMMITTED
 * transaction, count the rows of the table catalogue, commit, close.
 *
 * <p>The ratio is that of S1a made smaller by the work: here (connect + work) stands against work.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S3DriverPool.protocol</pre>
 */
@Warmup(iterations = 0)
@Measurement(iterations = 6)
public class S3DriverPool extends PoolStudy {
  private String query;

  /** Chooses the table catalogue of the database. */
  @Setup(Level.Trial)
  public void choose() {
    query =
        DatabaseKind.ORACLE.isOf(database().url())
            ? "select count(*) from all_tables"
            : "select count(*) from pg_catalog.pg_tables";
  }

  @Override
  protected int times() {
    return 20;
  }

  @Override
  protected Object once() throws SQLException {
    try (Connection connection = connections().take()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.setAutoCommit(false);
      String tables = Connections.ask(connection, query);
      if (tables.equals("0")) {
        throw new IllegalStateException("the catalogue is empty: nothing was read");
      }
      connection.commit();
      connection.setAutoCommit(true);
      return tables;
    }
  }
}
