package cloakroom.bench.family.http;

import cloakroom.app.Application;
import cloakroom.app.NoopApplication;
import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.subject.Pages;
import cloakroom.connection.ConnectionSource;
import cloakroom.contract.TierOptions;
import cloakroom.database.Database;
import cloakroom.http.Tier;
import cloakroom.http.TierServer;
import cloakroom.http.UserSessions;
import cloakroom.module.Counts;
import cloakroom.module.Preset;
import cloakroom.module.ReleasePolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node as {@code serve} starts it, in this process. */
final class TierUnderLoad {
  /** Most requests worked on at a time. */
  static final int MOST_THREADS = 200;

  private static final UserSessions.Patience PATIENCE =
      new UserSessions.Patience(Duration.ofMinutes(30), 8, Duration.ofSeconds(30));
  private static final int POOL_SIZE = 100;

  private TierUnderLoad() {}

  private static TierServer started(
      Application application, Counts counts, List<ConnectionSource> connections, String policy)
      throws IOException {
    TierServer server =
        new TierServer(
            new Tier(
                application,
                new UserSessions(application, counts, PATIENCE),
                counts,
                connections,
                0,
                Optional.empty(),
                Map.of("policy", policy)),
            new TierServer.Listening("127.0.0.1", 0, "127.0.0.1", 0, null, MOST_THREADS, false));
    server.start();
    return server;
  }

  /** Pages without modules and database. */
  static TierServer noop() throws IOException {
    return started(new NoopApplication(), new Counts(), List.of(), "noop");
  }

  /** The pages on the benchmark's database. */
  static TierServer onDatabase(Preset preset) throws IOException {
    ReleasePolicy policy = preset.policy();
    Database database = BenchDatabase.named();
    Pages pages =
        Pages.open(database.url(), database, "load", POOL_SIZE, policy, TierOptions.PS_TXN);
    return started(
        pages.application(), pages.counts(), List.of(pages.connections()), policy.name());
  }
}
