package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import java.lang.Thread.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

abstract class SubjectContract {
  private static final Set<State> WAITING = EnumSet.of(State.WAITING, State.TIMED_WAITING);
  private static final Duration MAX_WAIT = Duration.ofMinutes(5);
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String application = getClass().getSimpleName() + "-" + NUMBER.incrementAndGet();
  private Connections connections;
  private Connection aside;

  abstract Subject subject();

  @AfterEach
  final void closeWhatIsOpen() throws SQLException {
    if (connections != null) {
      connections.close();
    }
    if (aside != null) {
      aside.close();
    }
  }

  /** Opens the subject, which is closed after the test. */
  final Connections open(SubjectSettings settings) throws SQLException {
    connections = subject().open(TestServer.named(application), settings);
    return connections;
  }

  @Test
  void takeCloseTake_givesAWorkingConnection() throws SQLException {
    Connections open = open(SubjectSettings.full(1));
    for (int round = 1; round <= 3; round++) {
      try (Connection connection = open.borrow()) {
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(one(connection)).isEqualTo(1);
      }
    }
  }

  @Test
  void close_endsEverySession() throws SQLException {
    Connections open = open(SubjectSettings.full(3));
    open.borrow().close();
    open.close();
    connections = null;

    assertThat(sessionsOnceThereAre(0)).isZero();
  }

  @Test
  void connection_hasTheDriverSettings() throws SQLException {
    try (Connection connection = open(SubjectSettings.full(1).withStatementCache(0)).borrow()) {
      assertThat(isKeptAfterUse(connection)).isFalse();
    }
    connections.close();
    try (Connection connection = open(SubjectSettings.full(1)).borrow()) {
      assertThat(isKeptAfterUse(connection)).isTrue();
    }
  }

  /** A statement that is used often is prepared at the server if the driver caches it. */
  private static boolean isKeptAfterUse(Connection connection) throws SQLException {
    for (int use = 0; use < 10; use++) {
      try (var statement = connection.prepareStatement("select 1 as often")) {
        statement.executeQuery().close();
      }
    }
    return !Connections.query(
            connection,
            "select count(*) from pg_prepared_statements where statement = 'select 1 as often'")
        .equals("0");
  }

  static int one(Connection connection) throws SQLException {
    return Integer.parseInt(Connections.query(connection, "select 1"));
  }

  static int backend(Connection connection) throws SQLException {
    return Integer.parseInt(Connections.query(connection, "select pg_backend_pid()"));
  }

  /** Borrows on another thread, which waits or has finished when this returns. */
  final CompletableFuture<Connection> takeAside(Connections open) {
    CompletableFuture<Connection> taken = new CompletableFuture<>();
    Thread aside =
        new Thread(
            () -> {
              try {
                taken.complete(open.borrow());
              } catch (SQLException e) {
                taken.completeExceptionally(e);
              }
            });
    aside.setDaemon(true);
    aside.start();
    while (!taken.isDone() && !WAITING.contains(aside.getState())) {
      Thread.onSpinWait();
    }
    return taken;
  }

  final int sessions() throws SQLException {
    return Integer.parseInt(query("select count(*)::text from pg_stat_activity"));
  }

  /** Returns the time at which this subject's only session last began or ended a statement. */
  final String lastStatement() throws SQLException {
    return query("select state_change::text from pg_stat_activity");
  }

  /** Polls for this number of sessions, because a session ends after its connection. */
  final int sessionsOnceThereAre(int wanted) throws SQLException {
    long deadline = System.nanoTime() + MAX_WAIT.toNanos();
    int found = sessions();
    while (found != wanted && System.nanoTime() - deadline < 0) {
      found = sessions();
    }
    return found;
  }

  private String query(String query) throws SQLException {
    if (aside == null) {
      aside = TestServer.get().connect();
    }
    return Connections.query(aside, query + " where application_name = '" + application + "'");
  }
}
