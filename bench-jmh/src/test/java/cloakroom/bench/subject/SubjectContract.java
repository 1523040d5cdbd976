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

/** What every subject does for a benchmark. */
abstract class SubjectContract {
  private static final Set<State> WAITING = EnumSet.of(State.WAITING, State.TIMED_WAITING);

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String application = getClass().getSimpleName() + "-" + NUMBER.incrementAndGet();
  private Connections connections;

  /** For questions to the server: one connection for each would take longer than what is asked. */
  private Connection aside;

  /** The subject under test. */
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

  /** Opens it; it is closed after the test. */
  final Connections open(SubjectSettings settings) throws SQLException {
    connections = subject().open(TestServer.named(application), settings);
    return connections;
  }

  @Test
  void takeCloseTake_givesAWorkingConnection() throws SQLException {
    Connections open = open(SubjectSettings.full(1));
    for (int round = 1; round <= 3; round++) {
      try (Connection connection = open.take()) {
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(one(connection)).isEqualTo(1);
      }
    }
  }

  @Test
  void close_endsEverySession() throws SQLException {
    Connections open = open(SubjectSettings.full(3));
    open.take().close();
    open.close();
    connections = null;

    assertThat(sessionsOnceThereAre(0)).isZero();
  }

  @Test
  void connection_knowsTheDriversSettings() throws SQLException {
    try (Connection connection = open(SubjectSettings.full(1).withStatementCache(0)).take()) {
      assertThat(isKeptAfterUse(connection)).isFalse();
    }
    connections.close();
    try (Connection connection = open(SubjectSettings.full(1)).take()) {
      assertThat(isKeptAfterUse(connection)).isTrue();
    }
  }

  /** The driver keeps a statement that was used often at the server, if it may cache it. */
  private static boolean isKeptAfterUse(Connection connection) throws SQLException {
    for (int use = 0; use < 10; use++) {
      try (var statement = connection.prepareStatement("select 1 as often")) {
        statement.executeQuery().close();
      }
    }
    return !Connections.ask(
            connection,
            "select count(*) from pg_prepared_statements where statement = 'select 1 as often'")
        .equals("0");
  }

  static int one(Connection connection) throws SQLException {
    return Integer.parseInt(Connections.ask(connection, "select 1"));
  }

  static int backend(Connection connection) throws SQLException {
    return Integer.parseInt(Connections.ask(connection, "select pg_backend_pid()"));
  }

  /** Takes on a thread of its own, which waits or has taken when this returns. */
  final CompletableFuture<Connection> takeAside(Connections open) {
    CompletableFuture<Connection> taken = new CompletableFuture<>();
    Thread aside =
        new Thread(
            () -> {
              try {
                taken.complete(open.take());
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

  /** Sessions of this subject that the server has. */
  final int sessions() throws SQLException {
    return Integer.parseInt(ask("select count(*)::text from pg_stat_activity"));
  }

  /** When the only session of this subject last began or ended a statement. */
  final String lastStatement() throws SQLException {
    return ask("select state_change::text from pg_stat_activity");
  }

  /** A session ends a little after its connection: asks until there are that many. */
  final int sessionsOnceThereAre(int wanted) throws SQLException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    int found = sessions();
    while (found != wanted && System.nanoTime() - deadline < 0) {
      found = sessions();
    }
    return found;
  }

  private String ask(String query) throws SQLException {
    if (aside == null) {
      aside = TestServer.get().connect();
    }
    return Connections.ask(aside, query + " where application_name = '" + application + "'");
  }
}
