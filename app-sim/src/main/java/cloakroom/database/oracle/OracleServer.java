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
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Oracle in a container that ends with this object or this process, published on loopback, with a
 * user whose password is not that of SYS. After SIGKILL Testcontainers removes the container; one
 * for reuse stays, also when its start fails, until {@code docker rm -f}.
 */
public final class OracleServer implements StartedDatabase {
  interface Logon {
    Connection open(String url, String user, Password password, Map<String, String> properties)
        throws SQLException;
  }

  /** Driver properties for SYS with all rights, also in the root container. */
  static final Map<String, String> AS_SYSDBA = Map.of("internal_logon", "sysdba");

  private static final String READY = "DATABASE IS READY TO USE!";
  private static final Duration STEP = Duration.ofMillis(250);

  /** Maximum time from the start of the database until the listener has its service. */
  private static final Duration LISTENER_TIMEOUT = Duration.ofMinutes(1);

  private final OracleSettings settings;
  private final Password password;
  private final Password administrator;
  private final Logon logon;
  private final DockerContainer container;
  private final Path passwordFile;
  private final Consumer<String> progress;
  private final ShutdownHook hook;
  private volatile boolean closed;

  private OracleServer(
      OracleSettings settings,
      Consumer<String> progress,
      BiFunction<OracleSettings, Password, DockerContainer> containers,
      Logon logon) {
    this.settings = settings;
    this.progress = progress;
    this.password = settings.password().orElseGet(Password::random);
    this.administrator = settings.reuse() ? derived(password) : derived(Password.random());
    this.logon = logon;
    this.container = containers.apply(settings, administrator);
    this.passwordFile = writePasswordFile();
    this.hook = new ShutdownHook("oracle-stop", this::release);
  }

  private Path writePasswordFile() {
    try {
      Path folder = Files.createTempDirectory("cloakroom-oracle-");
      return Password.writeFile(folder.resolve("password"), password.reveal() + "\n");
    } catch (IOException e) {
      throw new EnvironmentException("cannot write a file for the password (" + e + ")", e);
    }
  }

  /** Returns a password that every command derives from the same key, and that hides the key. */
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
   * Starts a container and returns when it accepts sessions of its user.
   *
   * @param unwanted stops the start, and the server, when it completes
   * @param progress receives a line for each step that takes long or failed
   */
  public static OracleServer start(
      OracleSettings settings, CompletableFuture<Void> unwanted, Consumer<String> progress) {
    DockerContainer.requireDocker(settings.reuse());
    return start(settings, unwanted, progress, DockerContainer::new, JdbcConnector::open);
  }

  static OracleServer start(
      OracleSettings settings,
      CompletableFuture<Void> unwanted,
      Consumer<String> progress,
      BiFunction<OracleSettings, Password, DockerContainer> containers,
      Logon logon) {
    OracleServer server = new OracleServer(settings, progress, containers, logon);
    var unused = unwanted.thenRun(server::close);
    server.begin();
    return server;
  }

  /** Throws EnvironmentException if no container can run here. */
  public static void requireDocker() {
    DockerContainer.requireDocker(false);
  }

  private void begin() {
    try {
      progress.accept(
          "starting Oracle from %s; pulling the image, if it is not present, takes minutes"
              .formatted(settings.image()));
      startContainer();
      awaitReady();
      provision();
    } catch (RuntimeException e) {
      String failure = hidden(String.valueOf(e.getMessage())) + lastLines();
      close();
      if (settings.reuse() && container.getContainerId() != null) {
        failure +=
            "; its container stays for the next command with %s: docker rm -f %.12s removes it"
                .formatted(Variables.ORACLE_REUSE, container.getContainerId());
      }
      throw new EnvironmentException(failure, e);
    }
  }

  private void startContainer() {
    try {
      container.start();
    } catch (RuntimeException e) {
      throw new EnvironmentException(
          "cannot start a container of %s (%s); choose another image with %s"
              .formatted(settings.image(), OneLine.ofCause(e), OracleSettings.IMAGE),
          e);
    }
  }

  private void awaitReady() {
    BooleanSupplier ready = () -> log().contains(READY);
    Duration limit = settings.startTimeout();
    Polling.until(() -> closed || ready.getAsBoolean() || !container.isRunning(), limit, STEP);
    requireOpen();
    if (!ready.getAsBoolean()) {
      throw new EnvironmentException(
          container.isRunning()
              ? "Oracle in %s was not ready after %s s: allow more with %s"
                  .formatted(settings.image(), limit.toSeconds(), OracleSettings.START_TIMEOUT)
              : "the container of " + settings.image() + " ended while Oracle started in it");
    }
  }

  /** Returns the container's log; empty if it does not exist or the daemon is lost. */
  private String log() {
    try {
      return container.getLogs();
    } catch (RuntimeException e) {
      return "";
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new EnvironmentException("the start of Oracle was cancelled");
    }
  }

  private void provision() {
    try (Connection connection = connectAsAdministrator()) {
      new OracleProvision(connection, note -> progress.accept(hidden(note))).run(password);
    } catch (SQLException e) {
      throw new EnvironmentException(
          "Oracle in " + settings.image() + " rejects: " + e.getMessage(), e);
    }
  }

  /**
   * Opens a session of SYS, which the caller closes; retries until the listener has the service.
   */
  public Connection connectAsAdministrator() throws SQLException {
    long end = System.nanoTime() + LISTENER_TIMEOUT.toNanos();
    while (true) {
      requireOpen();
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

  /** Returns the end of the container's log as part of a message, without passwords. */
  private String lastLines() {
    List<String> lines =
        hidden(log())
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .map(line -> line.length() <= 160 ? line : line.substring(0, 160) + "…")
            .toList();
    return lines.isEmpty()
        ? ""
        : "; its last lines: "
            + String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
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
    return "//" + container.getHost() + ":" + container.getOraclePort() + "/" + settings.service();
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
    String command = "sqlplus %s@%s   # password: %s".formatted(user(), address(), passwordFile);
    return Map.entry("sqlplus", command);
  }

  @Override
  public CompletableFuture<String> onUnexpectedEnd() {
    CompletableFuture<String> unexpected = new CompletableFuture<>();
    Runnable report =
        () -> {
          if (!closed) {
            unexpected.complete("its container ended" + lastLines());
          }
        };
    var unused =
        CompletableFuture.runAsync(container::awaitEnd, Daemons.each("oracle-end"))
            .whenComplete((nothing, lostDaemon) -> report.run());
    return unexpected;
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
