package cloakroom.bench.family.store;

import cloakroom.bench.subject.Connections;
import cloakroom.connection.link.LinkCounts;
import cloakroom.database.Database;
import cloakroom.database.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * What one operation asks of the database, counted on one connection that goes through a relay. The
 * least of some rounds is taken, because the server's own work in between is counted with it.
 */
final class OperationCounts {
  private static final int WARM_UP_ROUNDS = 3;
  private static final int ROUNDS = 3;
  private static final Duration LONGEST_VACUUM = Duration.ofMinutes(5);
  private static final Duration STEP = Duration.ofMillis(100);
  private static final String VACUUMS =
      "select count(*) from pg_stat_activity where backend_type = 'autovacuum worker'";
  private static final String TRANSACTIONS = "select pg_snapshot_xmax(pg_current_snapshot())::text";
  private static final String LOG_BYTES =
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')";

  /** Statements executed, with those that begin and end a transaction. */
  double statements;

  /** Times that the client waited for the server. */
  double roundTrips;

  /** Transactions that wrote. */
  double writes;

  /** Bytes of the write-ahead log. */
  double logBytes;

  /** One operation of every session. */
  @FunctionalInterface
  interface Round {
    void run() throws Exception;
  }

  void fill(Round round, Supplier<LinkCounts> passed, Database database) throws Exception {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      round.run();
    }
    statements = roundTrips = writes = logBytes = Double.MAX_VALUE;
    try (Connection server = database.connect()) {
      // a vacuum that is under way writes more log than a round and lasts longer than all of them
      Waiting.until(() -> ask(server, VACUUMS) == 0, LONGEST_VACUUM, STEP);
      for (int i = 0; i < ROUNDS; i++) {
        LinkCounts before = passed.get();
        double transactions = ask(server, TRANSACTIONS);
        double bytes = ask(server, LOG_BYTES);
        round.run();
        LinkCounts since = passed.get().since(before);
        writes = least(writes, ask(server, TRANSACTIONS) - transactions);
        logBytes = least(logBytes, ask(server, LOG_BYTES) - bytes);
        statements = least(statements, (double) since.statements());
        roundTrips = least(roundTrips, (double) since.roundTrips());
      }
    }
  }

  private static double least(double soFar, double ofAll) {
    return Math.min(soFar, ofAll / SessionStore.SESSIONS);
  }

  private static double ask(Connection server, String question) {
    try {
      return Double.parseDouble(Connections.ask(server, question));
    } catch (SQLException e) {
      throw new IllegalStateException("the server does not tell what it did", e);
    }
  }
}
