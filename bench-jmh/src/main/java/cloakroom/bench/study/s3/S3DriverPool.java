package cloakroom.bench.study.s3;

import cloakroom.bench.harness.LoopStudy.PoolStudy;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.Point;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.contract.DatabaseKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Study S3: time that a pool saves when the application works between open and close. A pool saves
 * the connect, so the ratio of the times is (connect + work) / work. Longer work lowers this ratio.
 * The published ratio was measured with work that took as long as a connect.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S3DriverPool.protocol -p work=0,1,10,100</pre>
 */
public class S3DriverPool extends PoolStudy {
  private static final String AS_PUBLISHED = "subject=POOLS validation=false work=0";
  private static final String FAR = "subject=UNPOOLED,POOLS validation=false work=0 rtt=1ms";

  /** Parameter sets. Only full runs include work of 100 ms, which takes 40 s in every round. */
  public static final StudySets SETS =
      StudySets.of(
              "subject=UNPOOLED validation=false work=0,1,10",
              "subject=POOLS validation=true work=0,1,10",
              AS_PUBLISHED,
              FAR)
          .full(
              "subject=UNPOOLED validation=false work=0,1,2,5,10,20,50,100",
              "subject=POOLS validation=true work=0,1,2,5,10,20,50,100",
              AS_PUBLISHED,
              FAR)
          .once("work=0");

  private static final int TRANSACTIONS = 20;

  @Param("0")
  public int work; // of the application in the transaction, in milliseconds

  private String query;

  @Setup
  public void prepareQuery() {
    query =
        DatabaseKind.ORACLE.isOf(database().url())
            ? "select count(*) from all_tables"
            : "select count(*) from pg_catalog.pg_tables";
  }

  @Override
  protected int times() {
    return TRANSACTIONS;
  }

  @Override
  protected Object once() throws SQLException, InterruptedException {
    try (Connection connection = connections.borrow()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.setAutoCommit(false);
      String tables = Connections.query(connection, query);
      if (tables.equals("0")) {
        throw new IllegalStateException("the table catalogue is empty");
      }
      Thread.sleep(work);
      connection.commit();
      connection.setAutoCommit(true);
      return tables;
    }
  }

  /**
   * Returns one sentence per pool with the work, in ms per transaction, that yields the published
   * ratio.
   */
  public static List<String> interpretation(List<Point> points) {
    List<String> sentences = new ArrayList<>();
    double unpooled = transactionMillis(points, Subject.UNPOOLED);
    for (Subject pool : Subject.values()) {
      double pooled = transactionMillis(points, pool);
      if (pool != Subject.UNPOOLED && pooled < unpooled) {
        sentences.add(
            String.format(
                Locale.ROOT,
                "%s: a transaction takes %.2f ms, a connect %.2f ms more; the published ratio 2.0"
                    + " (427 and 434 ms) corresponds to %.1f ms of work here",
                pool.product(),
                pooled,
                unpooled - pooled,
                Math.max(0, unpooled - 2 * pooled)));
      }
    }
    return sentences;
  }

  private static double transactionMillis(List<Point> points, Subject subject) {
    return StudyResult.find(points, Map.of(SUBJECT, subject.name(), "work", "0"))
        .map(point -> point.mean() / TRANSACTIONS)
        .orElse(Double.NaN);
  }
}
