package cloakroom.bench.study.s3;

import cloakroom.bench.harness.PoolStudy;
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
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * S3: what does a pool save when there is work between open and close? 20 times: open, begin a READ
 * COMMITTED transaction, count the rows of the table catalogue, commit, close. The published figure
 * is the mean of six such rounds, the first of them cold.
 *
 * <p>The ratio is that of S1a made smaller by the work: here (connect + work) stands against work.
 * So it is a point on a curve that falls as the application works longer in its transaction; the
 * published one lies where transaction and connect take as long as each other.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S3DriverPool.protocol -p work=0,1,10,100</pre>
 */
public class S3DriverPool extends PoolStudy {
  /** 100 ms of work take 40 s of every round, so only the long form has them. */
  public static final StudySets SETS =
      StudySets.of("subject=UNPOOLED,HIKARI,UCP work=0,1,10")
          .full("subject=UNPOOLED,HIKARI,UCP work=0,1,2,5,10,20,50,100")
          .once("work=0");

  private static final int TRANSACTIONS = 20;

  /** Milliseconds that the application works in the transaction, without database or processor. */
  @Param("0")
  public int work;

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
    return TRANSACTIONS;
  }

  @Override
  protected Object once() throws SQLException, InterruptedException {
    try (Connection connection = connections().take()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.setAutoCommit(false);
      String tables = Connections.ask(connection, query);
      if (tables.equals("0")) {
        throw new IllegalStateException("the catalogue is empty: nothing was read");
      }
      Thread.sleep(work);
      connection.commit();
      connection.setAutoCommit(true);
      return tables;
    }
  }

  /** Where on the curve the published ratio lies here. */
  public static List<String> reading(List<Point> points) {
    List<String> words = new ArrayList<>();
    double unpooled = each(points, Subject.UNPOOLED);
    for (Subject pool : Subject.values()) {
      double pooled = each(points, pool);
      if (pool != Subject.UNPOOLED && pooled < unpooled) {
        words.add(
            String.format(
                Locale.ROOT,
                "%s: a transaction takes %.2f ms, a connect %.2f ms more; the published 2.0, where"
                    + " it was 427 and 434, lies at %.1f ms of work here",
                pool.product(),
                pooled,
                unpooled - pooled,
                Math.max(0, unpooled - 2 * pooled)));
      }
    }
    return words;
  }

  /** Milliseconds of a transaction without further work; NaN if it was not measured. */
  private static double each(List<Point> points, Subject subject) {
    return StudyResult.with(points, Map.of(SUBJECT, subject.name(), "work", "0"))
        .map(point -> point.mean() / TRANSACTIONS)
        .orElse(Double.NaN);
  }
}
