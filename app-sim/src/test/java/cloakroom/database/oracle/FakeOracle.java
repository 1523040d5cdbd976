package cloakroom.database.oracle;

import cloakroom.database.StartedDatabase;
import cloakroom.platform.Password;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.testcontainers.oracle.OracleContainer;
import org.testcontainers.utility.DockerImageName;

/** Container and sessions without Docker and Oracle: they behave as configured and record calls. */
public final class FakeOracle implements OracleServer.Logon {
  private RuntimeException startFailure;
  private int failingLogons;
  private int logonFailure;
  private final Map<String, Integer> failures = new HashMap<>();
  private volatile String log;
  private volatile boolean running;
  private volatile boolean closed;
  private final List<String> statements = new CopyOnWriteArrayList<>();
  private final List<String> logons = new CopyOnWriteArrayList<>();
  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private OracleSettings settings;
  private Password administrator;

  private FakeOracle(String log) {
    this.log = log;
  }

  public static FakeOracle ready() {
    return writing("CONTAINER: starting up...\nDATABASE IS READY TO USE!\n");
  }

  /** Returns an Oracle that writes this; a container whose log contains "exit" does not run. */
  public static FakeOracle writing(String log) {
    return new FakeOracle(log);
  }

  FakeOracle failingToStart(RuntimeException failure) {
    startFailure = failure;
    return this;
  }

  FakeOracle failingLogons(int times, int code) {
    failingLogons = times;
    logonFailure = code;
    return this;
  }

  /** Lets each statement that contains the text fail with a code. */
  FakeOracle failing(String part, int code) {
    failures.put(part, code);
    return this;
  }

  public StartedDatabase start(
      OracleSettings wanted, CompletableFuture<Void> unwanted, Consumer<String> progress) {
    return OracleServer.start(wanted, unwanted, progress, FakeContainer::new, this);
  }

  void awaitStart() throws InterruptedException {
    started.await();
  }

  public void die(String lastLine) {
    log = log.concat(lastLine + "\n");
    running = false;
    ended.countDown();
  }

  public List<String> statements() {
    return statements;
  }

  /** Returns user, properties and URL of each log-on. */
  List<String> logons() {
    return logons;
  }

  OracleSettings settings() {
    return settings;
  }

  public String administratorsPassword() {
    return administrator.reveal();
  }

  public boolean isClosed() {
    return closed;
  }

  @Override
  public Connection open(String url, String user, Password password, Map<String, String> more)
      throws SQLException {
    logons.add(user + " " + more.values() + " " + url);
    if (failingLogons-- > 0) {
      throw new SQLException("ORA-%05d: no log-on".formatted(logonFailure), "66000", logonFailure);
    }
    return recording(Connection.class, this::execute, ignored -> {});
  }

  private void execute(String sql) throws SQLException {
    for (Map.Entry<String, Integer> failure : failures.entrySet()) {
      if (sql.contains(failure.getKey())) {
        String message = "ORA-%05d: %s".formatted(failure.getValue(), sql);
        throw new SQLException(message, "42000", failure.getValue());
      }
    }
    statements.add(sql);
  }

  private final class FakeContainer extends OracleContainer {
    FakeContainer(OracleSettings wanted, Password password) {
      super(DockerImageName.parse("gvenzl/oracle-free"));
      settings = wanted;
      administrator = password;
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
    public String getLogs() {
      return log;
    }

    @Override
    public String getHost() {
      return "127.0.0.1";
    }

    @Override
    public Integer getOraclePort() {
      return 32768;
    }

    @Override
    public String getContainerId() {
      return startFailure == null ? "0123456789ab" : null;
    }

    @Override
    public DockerClient getDockerClient() {
      WaitContainerResultCallback end =
          new WaitContainerResultCallback() {
            @Override
            public Integer awaitStatusCode() {
              try {
                ended.await();
                return 1;
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            }
          };
      return responding(DockerClient.class, end);
    }

    @Override
    public void stop() {
      closed = true;
      running = false;
    }
  }

  /** Every call returns the response, or an object that does so at a later call, or null. */
  private static <T> T responding(Class<T> type, Object response) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Class<?> returned = method.getReturnType();
              Object later = returned.isInterface() ? responding(returned, response) : null;
              return returned.isInstance(response) ? response : later;
            }));
  }

  private interface Execution {
    void execute(String sql) throws SQLException;
  }

  public static Connection recording(List<String> statements, List<String> binds) {
    return recording(Connection.class, statements::add, binds::add);
  }

  private static <T> T recording(Class<T> type, Execution execution, Consumer<String> binds) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "createStatement" -> recording(Statement.class, execution, binds);
                  case "prepareStatement" -> {
                    execution.execute(arguments[0].toString());
                    yield recording(PreparedStatement.class, execution, binds);
                  }
                  case "setString" -> {
                    binds.accept(arguments[1].toString());
                    yield null;
                  }
                  case "execute" -> {
                    if (arguments != null) {
                      execution.execute(arguments[0].toString());
                    }
                    yield true;
                  }
                  case "getMetaData" -> recording(DatabaseMetaData.class, execution, binds);
                  case "getURL" -> "jdbc:oracle:thin:@//h:1521/s";
                  default -> null;
                }));
  }
}
