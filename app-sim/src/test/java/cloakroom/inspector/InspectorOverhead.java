package cloakroom.inspector;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/**
 * What the inspector costs a small transaction, on a server next door: the worst there is, and with
 * {@code -Dcommit=off}, which does not wait for the disk, the worse. Run by its name alone. The
 * variants take turns of some transactions, so that a slow second is everybody's; the quickest say
 * most of the code, and least of what else the machine did.
 */
final class InspectorOverhead {
  private static final int ROUNDS = Integer.getInteger("rounds", 400);

  /** Of each turn: the first ones find caches that others have filled. */
  private static final int UNCOUNTED = 10;

  private static final int COUNTED = 20;

  @Test
  void transaction() throws SQLException {
    Database database = TestDatabase.newEmptySchema();
    TestDatabase.execute(
        database,
        "create table purse (id int primary key, amount int)",
        "insert into purse select i, 0 from generate_series(1, 100) i");
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.addDataSourceProperty(
        "options", "-c synchronous_commit=" + System.getProperty("commit", "on"));
    config.setUsername(database.user());
    config.setPassword(database.password().reveal());
    config.setMaximumPoolSize(1);
    config.setAutoCommit(false);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      List<DataSource> variants =
          List.of(
              pool,
              Inspector.around(pool, new ResultFile().properties("sample", "1000000")),
              Inspector.around(pool, new ResultFile().properties()));
      double[][] micros = new double[3][ROUNDS * COUNTED];
      for (int round = -ROUNDS / 5; round < ROUNDS; round++) {
        for (int variant = 0; variant < 3; variant++) {
          for (int i = -UNCOUNTED; i < COUNTED; i++) {
            double took = micros(variants.get(variant), Math.floorMod(round, 100) + 1);
            if (round >= 0 && i >= 0) {
              micros[variant][round * COUNTED + i] = took;
            }
          }
        }
      }
      for (double[] each : micros) {
        Arrays.sort(each);
      }
      for (double part : new double[] {0.01, 0.1, 0.5}) {
        int at = (int) (part * micros[0].length);
        double none = micros[0][at];
        double others = micros[1][at];
        double looked = micros[2][at];
        System.out.printf(
            "quantile %.2f: %.0f us without, %.0f us if not looked at, %.0f us if looked at;"
                + " 1 in 100: %.1f %%%n",
            part, none, others, looked, (looked - none) / none);
      }
    }
  }

  private static double micros(DataSource pool, int id) throws SQLException {
    long from = System.nanoTime();
    try (Connection connection = pool.getConnection();
        PreparedStatement update =
            connection.prepareStatement("update purse set amount = amount + 1 where id = ?")) {
      update.setInt(1, id);
      update.executeUpdate();
      connection.commit();
    }
    return (System.nanoTime() - from) / 1_000.0;
  }
}
