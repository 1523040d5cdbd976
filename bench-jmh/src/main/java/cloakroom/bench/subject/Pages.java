package cloakroom.bench.subject;

import cloakroom.app.PageLoad;
import cloakroom.app.PooledApplication;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.contract.TierOptions;
import cloakroom.database.Database;
import cloakroom.module.Counts;
import cloakroom.module.ReleasePolicy;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.SnapshotStore;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;

/**
 * The pages of the application over a database, as a node has them, in this process: UCP, ten
 * instances that are recycled or whatever else the policy says, snapshots in the store that is
 * named.
 *
 * @param connections of users and snapshots alike
 */
public record Pages(PooledApplication application, ConnectionSource connections, Counts counts)
    implements AutoCloseable {
  /**
   * Opens them.
   *
   * @param url the way to the database, its own or a relay's
   * @param database whose tables, user and password they are
   * @param name of the connections, unique in the process
   * @param store one of {@link TierOptions#PS_TXN}, {@link TierOptions#PS_TXN_CLASSIC} and {@link
   *     TierOptions#MEMORY}
   */
  public static Pages open(
      String url,
      Database database,
      String name,
      int poolSize,
      ReleasePolicy policy,
      String store) {
    ConnectionSource connections =
        ConnectionSources.open(
            ConnectionSettings.to(url, database.user(), database.password())
                .pool(PoolKind.UCP, poolSize)
                .reserve(poolSize > 1 && !store.equals(TierOptions.MEMORY) ? 1 : 0)
                .name(name)
                .build());
    Counts counts = new Counts();
    PsTxnDialect dialect = PsTxnDialect.forUrl(url);
    SnapshotStore snapshots =
        switch (store) {
          case TierOptions.MEMORY -> new MemoryStore();
          case TierOptions.PS_TXN ->
              new PsTxnStore(connections, dialect, PsTxnStore.Way.ONE_STATEMENT);
          case TierOptions.PS_TXN_CLASSIC ->
              new PsTxnStore(connections, dialect, PsTxnStore.Way.INSERT_THEN_LOB);
          default -> throw new IllegalArgumentException("no store " + store + " here");
        };
    SnapshotCodec codec =
        store.equals(TierOptions.PS_TXN_CLASSIC) ? SnapshotCodecs.XML : SnapshotCodecs.BINARY;
    return new Pages(
        new PooledApplication(policy, connections, snapshots, codec, counts, false, PageLoad.NONE),
        connections,
        counts);
  }

  @Override
  public void close() {
    application.close();
    connections.close();
  }
}
