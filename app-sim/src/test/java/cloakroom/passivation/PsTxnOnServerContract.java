package cloakroom.passivation;

import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.database.Database;
import cloakroom.passivation.PsTxnStore.WriteMode;
import java.sql.Connection;
import org.junit.jupiter.api.AfterEach;

/** PS_TXN on a real server, through internal connections from a pool. */
abstract class PsTxnOnServerContract extends PsTxnContract {
  private final Database database;
  private ConnectionSource connections;

  PsTxnOnServerContract(Database database, PsTxnDialect dialect, WriteMode mode) {
    super(dialect, mode);
    this.database = database;
  }

  final ConnectionSource connections() {
    return connections;
  }

  @Override
  final ConnectionSource emptied() throws Exception {
    execute("truncate table ps_txn");
    connections =
        ConnectionSources.open(
            ConnectionSettings.to(database.url(), database.user(), database.password())
                .pool(PoolKind.HIKARI, 5)
                .build());
    return connections;
  }

  @AfterEach
  void closeConnections() {
    connections.close();
  }

  @Override
  final Connection connect() throws Exception {
    return database.connect();
  }
}
