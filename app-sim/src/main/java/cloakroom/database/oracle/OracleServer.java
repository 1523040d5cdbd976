package cloakroom.database.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.ErrorClass;
import cloakroom.database.EnvironmentException;
import cloakroom.database.JdbcConnector;
import cloakroom.database.Polling;
import cloakroom.database.StartedDatabase;
import cloakroom.database.errors.SqlErrors;
import cloakroom.platform.Daemons;
import cloakroom.platform.OneLine;
import cloakroom.platform.Password;
import cloakroom.platform.ShutdownHook;
import cloakroom.platform.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.testcontainers.oracle.OracleContainer;

/**
 * Oracle database in a Docker container, reachable on loopback only. {@link #close} or the exit of
 * this process removes the container; after SIGKILL Testcontainers does so. A container for reuse
 * stays until the user removes it with {@code docker rm -f}.
 */
public final class OracleServer implements StartedDatabase {
  interface Logon {
    Connection open(String url, String user, Password password, Map<String, String> properties)
        throws SQLException;
  }

  static final Map<String, String> AS_SYSDBA = Map.of("internal_logon", "sysdba");
  private static final String READY = "DATABASE IS READY TO USE!";
  private static final Duration STEP = Duration.ofMillis(250);
  private static final Duration LISTENER_TIMEOUT = Duration.ofMinutes(1); // after READY
  private final OracleSettings settings;
  private final Password password;
  private final Password administrator;
  private final Logon logon;
  private final OracleContainer container;
  private final Path passwordFile;
  private final Consumer<String> progress;
  private final ShutdownHook hook;
  private volatile boolean closed;

  private OracleServer(
      OracleSettings settings,
      Consumer<String> progress,
      BiFunction<OracleSettings, Password, OracleContainer> containers,
      Logon logon) {
    this.settings = settings;
    this.progress = progress;
    this.password = settings.password().orElseGet(Password::random);
    this.administrator = settings.reuse() ? derived(password) : derived(Password.random());
    this.logon = logon;
    this.container = containers.apply(settings, administrator);
    try {
      Path folder = Files.createTempDirectory("cloakroom-oracle-");
      this.passwordFile = Password.writeFile(folder.resolve("password"), password.reveal() + "\n");
    } catch (IOException e) {
      throw new EnvironmentException("cannot write a file for the password (" + e + ")", e);
    }
    this.hook = new ShutdownHook("oracle-stop", this::release);
  }

  /**
   * Derives the SYS password from the user's password by a one-way function, so that every command
   * computes the same password.
   */
  private static Password derived(Password key) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.reveal().getBytes(UTF_8), "HmacSHA256"));
      byte[] digest = mac.doFinal("SYS of Cloakroom's container".getBytes(UTF_8));
      String text = HexFormat.of().formatHex(digest);
      return Password.of(text.substring(0, OracleSettings.MAX_PASSWORD_BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Starts a container and returns when the application's user can connect. Closes the server when
   * {@code unwanted} completes, even during the start.
   */
  public static OracleServer start(
      OracleSettings settings, CompletableFuture<Void> unwanted, Consumer<String> progress) {
    DockerDaemon.require(settings.reuse());
    return start(settings, unwanted, progress, DockerDaemon::container, JdbcConnector::open);
  }

  static OracleServer start(
      OracleSettings settings,
      CompletableFuture<Void> unwanted,
      Consumer<String> progress,
      BiFunction<OracleSettings, Password, OracleContainer> containers,
      Logon logon) {
    OracleServer server = new OracleServer(settings, progress, containers, logon);
    var unused = unwanted.thenRun(server::close);
    server.begin();
    return server;
  }

  public static void requireDocker() {
    DockerDaemon.require(false);
  }

  private void begin() {
    try {
      String pull = "; pulling the image, if it is not present, takes minutes";
      progress.accept("starting Oracle from " + settings.image() + pull);
      startContainer();
      awaitReady();
      try (Connection connection = connectAsAdministrator()) {
        new OracleProvision(connection, note -> progress.accept(hidden(note))).run(password);
      }
    } catch (SQLException e) {
      throw failed("Oracle in " + settings.image() + " rejects: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw failed(String.valueOf(e.getMessage()), e);
    }
  }

  private EnvironmentException failed(String message, Exception cause) {
    String failure = hidden(message) + lastLines();
    close();
    if (settings.reuse() && container.getContainerId() != null) {
      failure +=
          "; its container stays for the next command with %s: docker rm -f %.12s removes it"
              .formatted(Variables.ORACLE_REUSE, container.getContainerId());
    }
    return new EnvironmentException(failure, cause);
  }

  private void startContainer() {
    try {
      DockerDaemon.requireImage(container.getDockerClient(), settings.image());
      container.start();
    } catch (RuntimeException e) {
      String form = "cannot start a container of %s (%s); choose another image with %s";
      throw new EnvironmentException(
          form.formatted(settings.image(), OneLine.ofCause(e), OracleSettings.IMAGE), e);
    }
  }

  private void awaitReady() {
    BooleanSupplier ready = () -> log().contains(READY);
    Duration limit = settings.startTimeout();
    Polling.until(() -> closed || ready.getAsBoolean() || !container.isRunning(), limit, STEP);
    if (!closed && !ready.getAsBoolean()) {
      throw new EnvironmentException(
          container.isRunning()
              ? "Oracle in %s was not ready after %s s: allow more with %s"
                  .formatted(settings.image(), limit.toSeconds(), OracleSettings.START_TIMEOUT)
              : "the container of " + settings.image() + " ended while Oracle started in it");
    }
  }

  private String log() {
    try {
      return container.getLogs();
    } catch (RuntimeException e) {
      return "";
    }
  }

  /**
   * Opens a SYS session, which the caller closes. Waits until the database has registered with the
   * listener.
   */
  public Connection connectAsAdministrator() throws SQLException {
    long end = System.nanoTime() + LISTENER_TIMEOUT.toNanos();
    while (true) {
      if (closed) {
        throw new EnvironmentException("the start of Oracle was cancelled");
      }
      try {
        return logon.open(url(), "sys", administrator, AS_SYSDBA);
      } catch (SQLException e) {
        if (SqlErrors.classifyConnect(e) != ErrorClass.SERVICE_DOWN
            || System.nanoTime() - end >= 0
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        Polling.until(() -> closed, STEP);
      }
    }
  }

  private String lastLines() {
    Stream<String> texts = hidden(log()).lines().map(String::strip).filter(l -> !l.isEmpty());
    List<String> lines = texts.map(line -> line.replaceFirst("^(.{160}).+", "$1…")).toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - 3), lines.size());
    return last.isEmpty() ? "" : "; its last lines: " + String.join(" | ", last);
  }

  private String hidden(String text) {
    return password.hiddenIn(administrator.hiddenIn(text));
  }

  @Override
  public Connection connect() throws SQLException {
    return logon.open(url(), user(), password, Map.of());
  }

  @Override
  public String url() {
    return DatabaseKind.ORACLE.urlPrefix() + "thin:@" + address();
  }

  private String address() {
    return "//"
        + DockerDaemon.host(container)
        + ":"
        + container.getOraclePort()
        + "/"
        + settings.service();
  }

  @Override
  public String user() {
    return OracleProvision.USER;
  }

  @Override
  public Password password() {
    return password;
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("container", container.getContainerId());
    facts.put("image", settings.image());
    facts.put("reuse", settings.reuse());
    facts.put("passwordFile", passwordFile.toString());
    return facts;
  }

  @Override
  public Map.Entry<String, String> client() {
    return Map.entry(
        "sqlplus", "sqlplus %s@%s   # password: %s".formatted(user(), address(), passwordFile));
  }

  @Override
  public CompletableFuture<String> onUnexpectedEnd() {
    CompletableFuture<String> unexpected = new CompletableFuture<>();
    var unused =
        CompletableFuture.runAsync(this::awaitEnd, Daemons.each("oracle-end"))
            .whenComplete(
                (nothing, lostDaemon) -> {
                  if (!closed) {
                    unexpected.complete("its container ended" + lastLines());
                  }
                });
    return unexpected;
  }

  private void awaitEnd() {
    container
        .getDockerClient()
        .waitContainerCmd(container.getContainerId())
        .start()
        .awaitStatusCode();
  }

  @Override
  public void close() {
    release();
    hook.cancel();
  }

  private void release() {
    closed = true;
    if (!settings.reuse()) {
      container.stop();
    }
    passwordFile.toFile().delete();
    passwordFile.getParent().toFile().delete();
  }
}
