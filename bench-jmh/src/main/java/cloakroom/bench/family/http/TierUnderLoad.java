package cloakroom.bench.family.http;

import cloakroom.app.Application;
import cloakroom.app.NoopApplication;
import cloakroom.app.PooledApplication;
import cloakroom.bench.lab.BenchDatabase;
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
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A node as {@code serve} starts it, in this process. */
final class TierUnderLoad implements ServerUnderLoad {
  private static final Duration SESSION = Duration.ofMinutes(30);
  private static final Duration QUEUE = Duration.ofSeconds(30);
  private static final int QUEUE_LENGTH = 8;

  /** Most requests worked on at a time. */
  static final int MOST_THREADS = 200;

  private static final Set<String> REQUESTS =
      Set.of("open", "scroll", "change", "commit", "rollback");

  private final TierServer server;

  private TierUnderLoad(Tier tier, boolean virtual) throws IOException {
    server =
        new TierServer(tier, new TierServer.Listening("127.0.0.1", 0, 0, MOST_THREADS, virtual));
    server.start();
  }

  /**
   * Pages without modules and database.
   *
   * @param wait how long each request waits, as if for a database
   */
  static TierUnderLoad noop(boolean virtual, Duration wait) throws IOException {
    Application application = wait.isZero() ? new NoopApplication() : waiting(wait);
    return new TierUnderLoad(
        new Tier(
            application,
            sessions(application),
            new Counts(),
            List.of(),
            null,
            0,
            Map.of("policy", "noop")),
        virtual);
  }

  /** Pages whose requests wait, as if for a database's answer. */
  private static Application waiting(Duration wait) {
    Application bare = new NoopApplication();
    return (Application)
        Proxy.newProxyInstance(
            Application.class.getClassLoader(),
            new Class<?>[] {Application.class},
            (proxy, method, arguments) -> {
              if (REQUESTS.contains(method.getName())) {
                Thread.sleep(wait.toMillis());
              }
              return method.invoke(bare, arguments);
            });
  }

  /**
   * The pages on the benchmark's database.
   *
   * @param name of its connections, unique in the process
   * @param poolSize most connections
   */
  static TierUnderLoad onDatabase(String name, Preset preset, boolean virtual, int poolSize)
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
        virtual);
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
