package cloakroom.passivation;

import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.PoolKind;
import cloakroom.connection.Validation;
import cloakroom.connection.link.LinkCounts;
import cloakroom.connection.link.Relay;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import java.util.function.Consumer;

/** The single-statement store over a pool of one connection, and what its operations ask for. */
final class PooledCounts implements AutoCloseable {
  private final Relay relay;
  private final ConnectionSource connections;
  private final SnapshotStore store;

  /**
   * What one operation asked of the database.
   *
   * @param statements statements executed, with those that begin and end a transaction
   * @param roundTrips times that the client waited
   */
  record Counted(long statements, long roundTrips) {}

  PooledCounts(Validation validation) {
    Database database = TestDatabase.newSchema();
    relay = Relay.to(database.url());
    connections =
        ConnectionSources.open(
            ConnectionSettings.to(relay.url(), database.user(), database.password())
                .pool(PoolKind.HIKARI, 1)
                .validation(validation)
                .build());
    store = new PsTxnSingleStore(InternalConnections.shared(connections), PsTxnDialect.POSTGRESQL);
  }

  SnapshotStore store() {
    return store;
  }

  Counted of(Consumer<SnapshotStore> operation) {
    LinkCounts before = relay.total();
    operation.accept(store);
    LinkCounts asked = relay.total().since(before);
    return new Counted(asked.executes() + asked.queries(), asked.roundTrips());
  }

  @Override
  public void close() {
    connections.close();
    relay.close();
  }
}
