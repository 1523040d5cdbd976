package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.Hr;
import cloakroom.app.PageCost;
import cloakroom.app.PooledApplication;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.module.TierCounters;
import cloakroom.passivation.SnapshotStore;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.SnapshotCodecs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Factory of nodes on loopback with long time-outs. */
public final class TestTier {
  private TestTier() {}

  private static Tier of(
      Application application, TierCounters counts, int queue, List<ConnectionSource> sources) {
    UserSessions sessions =
        new UserSessions(
            application,
            counts,
            new UserSessions.SessionLimits(
                Duration.ofHours(1), queue, Await.LIMIT, Integer.MAX_VALUE));
    return new Tier(
        application, sessions, counts, sources, 0, Optional.empty(), Map.of("policy", "test"));
  }

  public static Tier of(Application application) {
    return withQueue(application, 8);
  }

  static Tier withQueue(Application application, int length) {
    return of(application, new TierCounters(), length, List.of());
  }

  static TierServer start(Application application) throws IOException {
    return start(of(application), 20, false);
  }

  static TierServer.Listening listening(AdminGuard guard, int threads) {
    return new TierServer.Listening("127.0.0.1", 0, guard, 0, threads, false);
  }

  static TierServer.Listening listening(int threads) {
    return listening(new AdminGuard("127.0.0.1", ""), threads);
  }

  static TierServer start(Tier tier, int threads, boolean virtual) throws IOException {
    TierServer server =
        new TierServer(
            tier,
            new TierServer.Listening(
                "127.0.0.1", 0, new AdminGuard("127.0.0.1", ""), 0, threads, virtual),
            new TierServer.ClientLimits(Await.LIMIT, Await.LIMIT));
    server.start();
    return server;
  }

  static TierServer start(
      ReleasePolicy policy, ConnectionSource connections, SnapshotStore store, boolean context)
      throws IOException {
    TierCounters counts = new TierCounters();
    return start(
        of(
            new PooledApplication(
                Hr.APPLICATION,
                policy,
                connections,
                store,
                SnapshotCodecs.XML,
                counts,
                context,
                PageCost.NONE),
            counts,
            8,
            List.of(connections)),
        20,
        false);
  }

  static ConnectionSource connections(Database database, int size) {
    return ConnectionSources.open(
        ConnectionSettings.to(database.url(), database.user(), database.password())
            .pool(PoolKind.HIKARI, size)
            .build());
  }
}
