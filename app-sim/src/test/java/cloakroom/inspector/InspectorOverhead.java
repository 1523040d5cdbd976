package cloakroom.inspector;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/**
 * What the inspector costs a small transaction, on a server next door: the worst there is, and with
 * {@code -Dcommit=off}, which does not wait for the disk, the worse. Run by its name alone, on a
 * machine that does nothing else; the variants take turns in short blocks, so that a slow second is
 * everybody's.
 */
final class InspectorOverhead {
  private static final int ROUNDS = Integer.getInteger("rounds", 200);
  private static final int BLOCK = 200;

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
      Map<String, DataSource> variants = new LinkedHashMap<>();
      variants.put("none", pool);
      ResultFile file = new ResultFile();
      variants.put("100", Inspector.around(pool, file.properties("sample", "100")));
      Map<String, double[]> micros = new LinkedHashMap<>();
      for (int round = -ROUNDS / 10; round < ROUNDS; round++) {
        for (Map.Entry<String, DataSource> variant : variants.entrySet()) {
          double took = block(variant.getValue());
          if (round >= 0) {
            micros.computeIfAbsent(variant.getKey(), name -> new double[ROUNDS])[round] = took;
          }
        }
      }
      double[] plain = micros.get("none");
      micros.forEach(
          (name, each) -> {
            double[] ratios = new double[ROUNDS];
            Arrays.setAll(ratios, i -> each[i] / plain[i]);
            System.out.printf(
                "1 in %s: %.1f us a transaction, %.3f x none (quartiles %.3f, %.3f)%n",
                name, part(each, 0.5), part(ratios, 0.5), part(ratios, 0.25), part(ratios, 0.75));
          });
      System.out.println("questions: " + file.read().get("cost"));
    }
  }

  private static double part(double[] values, double of) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (of * (sorted.length - 1))];
  }

  /** Microseconds for one of so many. */
  private static double block(DataSource pool) throws SQLException {
    long from = System.nanoTime();
    for (int i = 0; i < BLOCK; i++) {
      try (Connection connection = pool.getConnection();
          PreparedStatement update =
              connection.prepareStatement("update purse set amount = amount + 1 where id = ?")) {
        update.setInt(1, i % 100 + 1);
        update.executeUpdate();
        connection.commit();
      }
    }
    return (System.nanoTime() - from) / 1_000.0 / BLOCK;
  }
}
