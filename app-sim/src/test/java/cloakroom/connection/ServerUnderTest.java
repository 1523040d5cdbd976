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

/** Server for the contract of connection sources; a test that it does not support is skipped. */
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

  /** Returns settings with time-outs that do not expire. */
  default ConnectionSettings settings(String url, PoolKind kind, int size) {
    return ConnectionSettings.to(url, user(), password())
        .pool(kind, size)
        .borrowWait(Await.LIMIT)
        .login(Await.LIMIT);
  }

  /** Borrows with repeated short waits. */
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

  /** Wait of a borrow that fails. */
  Duration REFUSED_WAIT = Duration.ofMillis(500);

  static ConnectionException refusal(ConnectionSource source) {
    return catchThrowableOfType(ConnectionException.class, source::borrow);
  }

  /** Returns the first failure with its cause: a short wait may end before the first connect. */
  static ConnectionException refusal(
      Callable<ConnectionException> borrow, Predicate<ConnectionException> namesCause) {
    AtomicReference<ConnectionException> thrown = new AtomicReference<>();
    Await.until(
        "a refusal with its cause",
        () -> {
          thrown.set(borrow.call());
          return namesCause.test(thrown.get());
        });
    return thrown.get();
  }

  default Connection observer() throws SQLException {
    return database().connect();
  }

  /** A table of one row: alice's coat is red. */
  void makeCoat(Connection observer) throws SQLException;

  enum Query {
    BACKEND,
    /** Alice's row, or a failure if another transaction has locked it. */
    COAT_LOCKED,
    TICKET,
    CONTEXT,
    /** Number of temporary rows or tables: 0 or 1. */
    POCKETS,
    /** 1 if the session's lock is free. */
    FREE_LOCKS,
    APPLICATION
  }

  String sql(Query query);

  /** Returns the result; empty for null. */
  default String query(Connection session, Query what) throws SQLException {
    return Objects.toString(TestDatabase.ask(session, sql(what)), "");
  }

  default int backend(Connection session) throws SQLException {
    return Integer.parseInt(query(session, Query.BACKEND));
  }

  void kill(Connection observer, int backend) throws SQLException;

  void awaitSessions(Connection observer, String application, int count) throws SQLException;

  /** Returns the number of sessions ever begun, after all but the observer's have ended. */
  long sessionsSoFar(Connection observer) throws SQLException;

  String otherSchema();

  int holdability();

  /** Leaves state that only a reset removes: ticket 17, a pocket and the lock. */
  void leaveState(Connection session) throws SQLException;

  /** Returns the part of a client's name that is written. */
  String visible(String client);

  String urlNaming(String application);

  static void await(Connection observer, String sql, String answer) {
    Await.until(sql + " returns " + answer, () -> TestDatabase.ask(observer, sql).equals(answer));
  }
}
