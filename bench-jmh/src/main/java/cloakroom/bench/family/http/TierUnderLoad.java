package cloakroom.bench.family.http;

import cloakroom.app.Application;
import cloakroom.app.NoopApplication;
import cloakroom.app.PooledApplication;
import cloakroom.bench.BenchDatabase;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.PoolKind;
import cloakroom.database.Database;
import cloakroom.http.Tier;
import cloakroom.http.TierServer;
import cloakroom.http.UserSessions;
import cloakroom.module.Counts;
import cloakroom.module.Preset;
import cloakroom.module.ReleasePolicy;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnSingleStore;
import cloakroom.state.SnapshotCodecs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A node as {@code serve} starts it, in this process. */
final class TierUnderLoad implements ServerUnderLoad {
  private static final Duration SESSION = Duration.ofMinutes(30);
  private static final Duration QUEUE = Duration.ofSeconds(30);
  private static final int QUEUE_LENGTH = 8;

  private final TierServer server;

  private TierUnderLoad(Tier tier, Threads threads) throws IOException {
    server =
        new TierServer(
            tier,
            new TierServer.Listening(
                "127.0.0.1", 0, 0, threads.most(), threads.kind() == Threads.Kind.VIRTUAL));
    server.start();
  }

  /**
   * Pages without modules and database.
   *
   * @param wait how long each request waits, as if for a database
   */
  static TierUnderLoad noop(Threads threads, Duration wait) throws IOException {
    Application application = wait.isZero() ? new NoopApplication() : new Waiting(wait);
    return new TierUnderLoad(
        new Tier(
            application,
            sessions(application),
            new Counts(),
            List.of(),
            null,
            0,
            Map.of("policy", "noop")),
        threads);
  }

  /**
   * The pages on the benchmark's database.
   *
   * @param name of its connections, unique in the process
   * @param poolSize most connections
   */
  static TierUnderLoad onDatabase(String name, Preset preset, Threads threads, int poolSize)
      throws IOException {
    Database database = BenchDatabase.named();
    ConnectionSource connections =
        ConnectionSources.open(
            ConnectionSettings.to(database.url(), database.user(), database.password())
                .pool(PoolKind.UCP, poolSize)
                .name(name)
                .build());
    ReleasePolicy policy = preset.policy();
    InternalConnections internal = InternalConnections.shared(connections);
    Counts counts = new Counts();
    Application application =
        new PooledApplication(
            policy,
            connections,
            new PsTxnSingleStore(internal, PsTxnDialect.forUrl(database.url())),
            SnapshotCodecs.BINARY,
            counts,
            false);
    return new TierUnderLoad(
        new Tier(
            application,
            sessions(application),
            counts,
            List.of(connections),
            internal,
            0,
            Map.of("policy", policy.name())),
        threads);
  }

  private static UserSessions sessions(Application application) {
    return new UserSessions(
        new UserSessions.Patience(SESSION, QUEUE_LENGTH, QUEUE), UserSessions.Life.of(application));
  }

  @Override
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
  }
}
