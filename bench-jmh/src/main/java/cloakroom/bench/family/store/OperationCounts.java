package cloakroom.bench.family.store;

import cloakroom.bench.lab.CountedDatabase;
import cloakroom.bench.subject.Connections;
import cloakroom.connection.link.LinkCounts;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What one operation asks of the database, counted on one connection that goes through a relay. The
 * least of some rounds is taken, because the server's own work in between is counted with it.
 *
 * @param statements statements executed, with those that begin and end a transaction
 * @param roundTrips times that the client waited for the server
 * @param writes transactions that wrote
 * @param logBytes bytes of the write-ahead log
 */
record OperationCounts(double statements, double roundTrips, double writes, double logBytes) {
  private static final int WARM_UP_ROUNDS = 3;
  private static final int ROUNDS = 3;
  private static final int VACUUM_LOOKS = 300;
  private static final String VACUUMS =
      "select count(*) from pg_stat_activity where backend_type = 'autovacuum worker'";
  private static final OperationCounts MOST =
      new OperationCounts(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE);

  /** The server's own counters at one moment. */
  private record Server(double transactions, double logBytes) {
    static Server now(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "select pg_snapshot_xmax(pg_current_snapshot())::text::float8,"
                      + " pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8")) {
        row.next();
        return new Server(row.getDouble(1), row.getDouble(2));
      }
    }
  }

  static OperationCounts of(StoreSubject<?> subject, Database database) throws Exception {
    try (CountedDatabase relay = new CountedDatabase(database);
        StoreConnections connections = new StoreConnections(relay, 1);
        Connection server = database.connect();
        StoreSubject.Open<?> open = subject.open(connections)) {
      for (int round = 0; round < WARM_UP_ROUNDS; round++) {
        open.checkedRound();
      }
      awaitVacuum(server);
      OperationCounts least = MOST;
      for (int round = 0; round < ROUNDS; round++) {
        least = least.orLess(round(open, relay, server));
      }
      return least;
    }
  }

  /** A vacuum that is under way writes more log than a round and lasts longer than all of them. */
  private static void awaitVacuum(Connection server) throws SQLException {
    for (int look = 0; look < VACUUM_LOOKS; look++) {
      if (Connections.ask(server, VACUUMS).equals("0")) {
        return;
      }
      Connections.ask(server, "select pg_sleep(0.1)");
    }
  }

  private static OperationCounts round(
      StoreSubject.Open<?> open, CountedDatabase relay, Connection connection) throws Exception {
    LinkCounts linksBefore = relay.total();
    Server before = Server.now(connection);
    open.checkedRound();
    Server after = Server.now(connection);
    LinkCounts links = relay.total().since(linksBefore);
    double operations = StoreSubject.SESSIONS;
    return new OperationCounts(
        (links.executes() + links.queries()) / operations,
        links.roundTrips() / operations,
        (after.transactions - before.transactions) / operations,
        (after.logBytes - before.logBytes) / operations);
  }

  private OperationCounts orLess(OperationCounts other) {
    return new OperationCounts(
        Math.min(statements, other.statements),
        Math.min(roundTrips, other.roundTrips),
        Math.min(writes, other.writes),
        Math.min(logBytes, other.logBytes));
  }
}
