package cloakroom.database.oracle;

import cloakroom.contract.Password;
import cloakroom.database.EnvironmentException;
import cloakroom.database.StartedDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * In the place of Docker and of the Oracle in it: a container that behaves as a test wants, and
 * sessions that take notes.
 */
public final class FakeOracle implements Container, Container.Maker, OracleServer.Logon {
  public static final String READY = "DATABASE IS READY TO USE!\n";

  /** Why there is no Docker; null if there is. */
  private EnvironmentException unreachable;

  private EnvironmentException notReusable;
  private RuntimeException startFailure;
  private boolean userIsThere;
  private int refusedLogons;
  private int refusal = 12514;
  private volatile String log = "";
  private volatile boolean running;
  private final List<String> statements = new CopyOnWriteArrayList<>();
  private final List<String> logons = new CopyOnWriteArrayList<>();
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final Notes notes =
      new Notes() {
        @Override
        public void sent(String sql) throws SQLException {
          if (refused.stream().anyMatch(sql::contains)) {
            throw new SQLException("ORA-00900: invalid SQL statement: " + sql, "42000", 900);
          }
          statements.add(sql);
        }

        @Override
        public boolean hasRow() {
          return userIsThere;
        }
      };
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile OracleSettings order;
  private Password administrator;
  private volatile boolean closed;

  /** Says so at once when it starts. */
  public static FakeOracle ready() {
    return saying("CONTAINER: starting up...\n" + READY);
  }

  /** Writes this and runs on. */
  public static FakeOracle saying(String log) {
    FakeOracle oracle = new FakeOracle();
    oracle.log = log;
    return oracle;
  }

  public FakeOracle unreachable(String why) {
    unreachable = new EnvironmentException(why);
    return this;
  }

  FakeOracle notReusable(String why) {
    notReusable = new EnvironmentException(why);
    return this;
  }

  FakeOracle failingToStart(RuntimeException failure) {
    startFailure = failure;
    return this;
  }

  FakeOracle usedBefore() {
    userIsThere = true;
    return this;
  }

  FakeOracle withLateListener(int times) {
    refusedLogons = times;
    return this;
  }

  /** Every log-on fails with this code. */
  FakeOracle refusingLogons(int code) {
    refusal = code;
    return withLateListener(Integer.MAX_VALUE);
  }

  /** Its statements that hold this text fail, with Oracle's words. */
  FakeOracle refusing(String part) {
    refused.add(part);
    return this;
  }

  /** As the command starts the real one. */
  public StartedDatabase start(OracleStart start) {
    return OracleServer.start(start, this, this);
  }

  /** Waits until the container was started. */
  public void awaitStart() throws InterruptedException {
    started.await();
  }

  /** The container's first process ends, as if it had crashed. */
  public void die(String lastLine) {
    log = log.concat(lastLine + "\n");
    running = false;
    ended.complete(null);
  }

  /** All that was sent, in order. */
  public List<String> statements() {
    return statements;
  }

  /** Who tried to log on: user, properties, URL. */
  List<String> logons() {
    return logons;
  }

  /** What was ordered; null before that. */
  OracleSettings order() {
    return order;
  }

  public Optional<String> administratorsPassword() {
    return Optional.ofNullable(administrator).map(Password::reveal);
  }

  public boolean isClosed() {
    return closed;
  }

  @Override
  public Container make(OracleSettings wanted, Password password) {
    if (unreachable != null) {
      throw unreachable;
    }
    if (wanted.reuse() && notReusable != null) {
      throw notReusable;
    }
    order = wanted;
    administrator = password;
    return this;
  }

  @Override
  public void start() {
    started.countDown();
    if (startFailure != null) {
      throw startFailure;
    }
    running = !log.contains("exit");
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public String log() {
    return log;
  }

  @Override
  public String address() {
    return "127.0.0.1:32768";
  }

  @Override
  public String id() {
    return startFailure == null ? "0123456789ab" : null;
  }

  @Override
  public CompletableFuture<Void> ended() {
    return ended;
  }

  @Override
  public void close() {
    closed = true;
    running = false;
  }

  @Override
  public Connection open(String url, String user, Password password, Map<String, String> more)
      throws SQLException {
    logons.add(user + " " + more.values() + " " + url);
    if (refusedLogons-- > 0) {
      throw new SQLException("ORA-%05d: no log-on".formatted(refusal), "66000", refusal);
    }
    return noted(Connection.class, notes);
  }

  /** Of what is sent to a session, all that it answers. */
  interface Notes {
    /** Takes a statement. */
    void sent(String sql) throws SQLException;

    /** Takes a value that is bound. */
    default void bound(String value) {}

    /** Whether a query has a row. */
    default boolean hasRow() {
      return false;
    }
  }

  /** A session that notes its statements and what is bound. */
  public static Connection noting(List<String> statements, List<String> binds) {
    return noted(
        Connection.class,
        new Notes() {
          @Override
          public void sent(String sql) {
            statements.add(sql);
          }

          @Override
          public void bound(String value) {
            binds.add(value);
          }
        });
  }

  private static <T> T noted(Class<T> type, Notes notes) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "createStatement" -> noted(Statement.class, notes);
                  case "prepareStatement" -> {
                    notes.sent(arguments[0].toString());
                    yield noted(PreparedStatement.class, notes);
                  }
                  case "setString" -> {
                    notes.bound(arguments[1].toString());
                    yield null;
                  }
                  case "execute" -> {
                    if (arguments != null) {
                      notes.sent(arguments[0].toString());
                    }
                    yield true;
                  }
                  case "executeQuery" -> noted(ResultSet.class, notes);
                  case "next" -> notes.hasRow();
                  case "getMetaData" -> noted(DatabaseMetaData.class, notes);
                  case "getURL" -> "jdbc:oracle:thin:@//h:1521/s";
                  default -> null;
                }));
  }
}
