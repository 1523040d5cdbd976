package cloakroom.bench.family.http;

import cloakroom.app.Application;
import cloakroom.app.NoopApplication;
import cloakroom.app.Page;
import cloakroom.app.UserSession;
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
final class TierUnderLoad implements HttpCell.Server {
  private static final Duration SESSION = Duration.ofMinutes(30);
  private static final Duration QUEUE = Duration.ofSeconds(30);
  private static final int QUEUE_LENGTH = 8;

  /** Most requests worked on at a time. */
  static final int MOST_THREADS = 200;

  private final TierServer server;

  private TierUnderLoad(
      Application application,
      Counts counts,
      List<ConnectionSource> connections,
      String policy,
      boolean virtual)
      throws IOException {
    UserSessions sessions =
        new UserSessions(
            application, counts, new UserSessions.Patience(SESSION, QUEUE_LENGTH, QUEUE));
    server =
        new TierServer(
            new Tier(
                application,
                sessions,
                counts,
                connections,
                0,
                Optional.empty(),
                Map.of("policy", policy)),
            new TierServer.Listening("127.0.0.1", 0, "127.0.0.1", 0, null, MOST_THREADS, virtual));
    server.start();
  }

  /** Pages without modules and database; each request waits so long, as if for one. */
  static TierUnderLoad noop(boolean virtual, Duration wait) throws IOException {
    Application application = wait.isZero() ? new NoopApplication() : new Waiting(wait);
    return new TierUnderLoad(application, new Counts(), List.of(), "noop", virtual);
  }

  /**
   * Pages whose requests wait, as if for a database's answer. A scroll is an opening and a rollback
   * a commit, so they wait as well.
   */
  private static final class Waiting extends NoopApplication {
    private final Duration wait;

    private Waiting(Duration wait) {
      this.wait = wait;
    }

    @Override
    public Page.Answer open(UserSession session, Page page, long user) {
      await();
      return super.open(session, page, user);
    }

    @Override
    public Page.ChangeAnswer change(UserSession session, Page page, String value) {
      await();
      return super.change(session, page, value);
    }

    @Override
    public Page.TransactionAnswer commit(UserSession session, Page page) {
      await();
      return super.commit(session, page);
    }

    private void await() {
      try {
        Thread.sleep(wait.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The pages on the benchmark's database; its connections' name is unique in the process. */
  static TierUnderLoad onDatabase(String name, Preset preset, boolean virtual, int poolSize)
      throws IOException {
    ReleasePolicy policy = preset.policy();
    Database database = BenchDatabase.named();
    Pages pages = Pages.open(database.url(), database, name, poolSize, policy, TierOptions.PS_TXN);
    return new TierUnderLoad(
        pages.application(), pages.counts(), List.of(pages.connections()), policy.name(), virtual);
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
