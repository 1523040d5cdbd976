package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.cli.Packaged.Ended;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The packaged command on the real database, in a locale with other digits. */
final class PurgeIT {
  private static final Database DATABASE = TestDatabase.newSchema();

  private static Ended purge(String... args) throws Exception {
    ProcessBuilder builder =
        Packaged.command("purge", "--url", DATABASE.url(), "--user", DATABASE.user());
    builder.command().addAll(List.of(args));
    builder.environment().put("CLOAKROOM_DB_PASSWORD", DATABASE.password().reveal());
    return Packaged.end(builder);
  }

  private static String rows() {
    return TestDatabase.ask(DATABASE, "select count(*) from ps_txn");
  }

  @Test
  void purge_deletesOldRowsInBatchesAndPassesOverLockedOnes() throws Exception {
    TestDatabase.execute(
        DATABASE,
        "insert into ps_txn (id, parentid, collid, content, creation_date)"
            + " select 1, 0, n, 'x', now() - n * interval '1 day' from generate_series(0, 5) n");
    try (Connection other = DATABASE.connect();
        Statement holder = other.createStatement()) {
      other.setAutoCommit(false);
      holder.execute("select 1 from ps_txn where collid = 3 for update");

      Ended dry = purge("--older-than", "36h", "--dry-run");
      assertThat(dry.code()).isZero();
      assertThat(dry.out())
          .singleElement()
          .asString()
          .startsWith("Dry run: 4 snapshots of Cloakroom's tier (PS_TXN in schema test_")
          .endsWith(") older than 36h found, none deleted.");
      assertThat(rows()).isEqualTo("6");

      Ended done = purge("--older-than", "36h", "--batch", "3");
      assertThat(done.code()).isZero();
      assertThat(done.err())
          .containsExactly(
              "0 deleted, 0 locked, 4 remaining",
              "2 deleted, 1 locked, 1 remaining",
              "3 deleted, 1 locked, 0 remaining");
      assertThat(done.out())
          .singleElement()
          .asString()
          .startsWith("4 snapshots of Cloakroom's tier (")
          .endsWith("older than 36h found: 3 deleted, 1 skipped because they were locked.");
      other.rollback();
    }
    assertThat(rows()).isEqualTo("3");
  }
}
