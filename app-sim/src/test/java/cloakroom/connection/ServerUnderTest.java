package cloakroom.connection;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.platform.Password;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What the contract of connection sources asks of a server, each in its own words. What a server
 * cannot tell ends the test as skipped, with the reason.
 */
interface ServerUnderTest {
  Database database();

  default String url() {
    return database().url();
  }

  default String user() {
    return database().user();
  }

  default Password password() {
    return database().password();
  }

  default ConnectionSettings settings(PoolKind kind, int size) {
    return settings(url(), kind, size);
  }

  /** Time-outs that never expire, unless a test sets one that it expects to. */
  default ConnectionSettings settings(String url, PoolKind kind, int size) {
    return ConnectionSettings.to(url, user(), password())
        .pool(kind, size)
        .borrowWait(Await.LIMIT)
        .login(Await.LIMIT);
  }

  /** Borrows until a wait, which is short because another one is to expire, was long enough. */
  static Lease lend(Supplier<Lease> borrow) {
    AtomicReference<Lease> lent = new AtomicReference<>();
    Await.until(
        "a connection is lent",
        () -> {
          try {
            lent.set(borrow.get());
            return true;
          } catch (ConnectionException e) {
            return false;
          }
        });
    return lent.get();
  }

  /** Wait of a borrow that is to be refused; a pool may not give up before it is over. */
  Duration REFUSED_WAIT = Duration.ofMillis(500);

  /** How a borrow is refused. */
  static ConnectionException refusal(ConnectionSource source) {
    return catchThrowableOfType(ConnectionException.class, source::borrow);
  }

  /** The first refusal that names its cause: a short wait may end before the pool has connected. */
  static ConnectionException refusal(
      Callable<ConnectionException> borrow, Predicate<ConnectionException> namesCause) {
    AtomicReference<ConnectionException> thrown = new AtomicReference<>();
    Await.until(
        "a refusal with its cause",
        () -> {
          try {
            thrown.set(borrow.call());
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          return namesCause.test(thrown.get());
        });
    return thrown.get();
  }

  /** A session that looks at the others; its transactions end with each statement. */
  default Connection observer() throws SQLException {
    return database().connect();
  }

  /** A table of one row: alice's coat is red. */
  void makeCoat(Connection observer) throws SQLException;

  /** What a session is asked. */
  enum Ask {
    /** A number that no other session has while this one lives. */
    BACKEND,
    /** Alice's row; fails at once where another transaction holds it. */
    COAT_LOCKED,
    /** A variable of the session. */
    TICKET,
    /** What {@link Lease#context} has written. */
    CONTEXT,
    /** How many temporary rows or tables are there: 0 or 1. */
    POCKETS,
    /** Whether nobody holds the session's lock: 0 or 1. */
    FREE_LOCKS,
    /** What the session calls itself. */
    APPLICATION
  }

  /** The question in the server's words. */
  String sql(Ask what);

  /** The answer; empty where there is none. */
  default String told(Connection session, Ask what) throws SQLException {
    return Objects.toString(TestDatabase.ask(session, sql(what)), "");
  }

  default int backend(Connection session) throws SQLException {
    return Integer.parseInt(told(session, Ask.BACKEND));
  }

  /** Ends that session, if it lives, and returns when it is gone. */
  void kill(Connection observer, int backend) throws SQLException;

  /** Waits until so many sessions call themselves so. */
  void awaitSessions(Connection observer, String application, int count) throws SQLException;

  /** The sessions that were ever begun, once all but the observer's have ended. */
  long sessionsSoFar(Connection observer) throws SQLException;

  /** A schema that is not the user's. */
  String otherSchema();

  /** What a new session's holdability is. */
  int holdability();

  /** Sets the ticket to 17, fills the pocket and takes the lock: what only a reset takes away. */
  void leaveState(Connection session) throws SQLException;

  /** What of a client's name others may read. */
  String visible(String client);

  /** The URL with a name for the application in it. */
  String urlNaming(String application);

  /** Asks again and again until the answer comes. */
  static void await(Connection observer, String sql, String answer) {
    Await.until(
        sql + " answers " + answer,
        () -> {
          try {
            return TestDatabase.ask(observer, sql).equals(answer);
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
