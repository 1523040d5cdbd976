package cloakroom.database.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.ErrorClass;
import cloakroom.database.AtExit;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import cloakroom.database.SecretFile;
import cloakroom.database.StartedDatabase;
import cloakroom.database.Waiting;
import cloakroom.database.errors.SqlErrors;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * An Oracle in a container, run for as long as this object is open: reached on loopback only, with
 * a user of ours, whose password is not that of SYS.
 *
 * <p>It ends with us: {@link #close} and the end of this process remove the container, and when we
 * are killed Testcontainers' own watch does. One that was ordered for reuse stays, also when its
 * start fails: only {@code docker rm -f} removes it.
 */
public final class OracleServer implements StartedDatabase {
  private static final String READY = "DATABASE IS READY TO USE!";
  private static final Duration STEP = Duration.ofMillis(250);

  /** The listener may learn of a service a moment after the database is open. */
  private static final Duration LISTENER_LIMIT = Duration.ofMinutes(1);

  /** Characters of a container's identity that Docker shows. */
  private static final int SHORT_ID = 12;

  private final OracleSettings settings;
  private final Password password;
  private final Password administrator;
  private final OracleLogon logon;
  private final Containers.One container;
  private AtExit atExit;

  @GuardedBy("this")
  private Path passwordFile;

  private volatile boolean closed;

  private OracleServer(
      OracleSettings settings, Password password, Containers containers, OracleLogon logon) {
    this.settings = settings;
    this.password = password;
    this.administrator = OraclePasswords.administrator(password, settings.reuse());
    this.logon = logon;
    this.container = containers.create(ContainerOrder.of(settings, administrator));
  }

  /**
   * Starts it and returns when it accepts sessions of its user.
   *
   * @throws EnvironmentException in one line without a password; nothing of it is left then, but a
   *     container that was ordered for reuse, which the line names
   */
  public static OracleServer start(OracleStart start) {
    return start(start, new DockerContainers(), OracleLogon.DRIVER);
  }

  static OracleServer start(OracleStart start, Containers containers, OracleLogon logon) {
    containers.requireReachable();
    if (start.settings().reuse()) {
      containers.requireReuse();
    }
    Password password = start.password().orElseGet(Password::random);
    OracleServer server = new OracleServer(start.settings(), password, containers, logon);
    server.begin(start);
    return server;
  }

  /** Whether containers can be run here, for those who want to know it early. */
  public static void requireDocker() {
    new DockerContainers().requireReachable();
  }

  private void begin(OracleStart start) {
    atExit = AtExit.listen("oracle-stop", this::release);
    var unused = start.unwanted().thenRun(this::close);
    try {
      start
          .progress()
          .accept(
              "starting Oracle from "
                  + settings.image()
                  + "; an image that is not here yet is fetched first, which takes minutes");
      startContainer();
      awaitReady();
      provision(start.progress());
    } catch (RuntimeException e) {
      close();
      throw new EnvironmentException(hidden(String.valueOf(e.getMessage())) + leftBehind(), e);
    }
  }

  private String leftBehind() {
    String id = container.id();
    return settings.reuse() && id != null
        ? "; its container stays for the next "
            + OracleSetting.REUSE.option()
            + ": docker rm -f "
            + id.substring(0, Math.min(SHORT_ID, id.length()))
            + " removes it"
        : "";
  }

  private void startContainer() {
    try {
      container.start();
    } catch (EnvironmentException e) {
      String said = container.log();
      throw said.isEmpty() ? e : new EnvironmentException(e.getMessage() + "; " + lastLines(), e);
    }
  }

  private void awaitReady() {
    Waiting.until(
        () -> closed || isReady() || !container.isRunning(), settings.startTimeout(), STEP);
    requireOpen();
    if (!isReady()) {
      throw new EnvironmentException(whyNotReady() + "; " + lastLines());
    }
  }

  private boolean isReady() {
    return container.log().contains(READY);
  }

  private String whyNotReady() {
    return container.isRunning()
        ? "Oracle in "
            + settings.image()
            + " was not ready after "
            + settings.startTimeout().toSeconds()
            + " s: allow more with "
            + OracleSettings.everywhere(OracleSetting.START_TIMEOUT)
        : "the container of " + settings.image() + " ended while Oracle started in it";
  }

  private void requireOpen() {
    if (closed) {
      throw new EnvironmentException("the start of Oracle was given up");
    }
  }

  private void provision(Consumer<String> progress) {
    try (Connection connection = asAdministrator()) {
      OracleProvision.run(connection, password).forEach(note -> progress.accept(hidden(note)));
    } catch (SQLException e) {
      throw new EnvironmentException(
          "Oracle in " + settings.image() + " refuses: " + e.getMessage(), e);
    }
  }

  /** Only what may pass is tried again: a wrong password or a locked account does not. */
  private Connection asAdministrator() throws SQLException {
    long end = System.nanoTime() + LISTENER_LIMIT.toNanos();
    while (true) {
      requireOpen();
      try {
        return logon.open(url(), "sys", administrator, OracleLogon.Role.SYSDBA);
      } catch (SQLException e) {
        if (SqlErrors.connecting(e) != ErrorClass.SERVICE_DOWN || System.nanoTime() - end >= 0) {
          throw e;
        }
        Waiting.until(() -> closed, STEP);
        if (Thread.currentThread().isInterrupted()) {
          throw e; // whoever interrupts does not want to wait, and no wait would wait any more
        }
      }
    }
  }

  private String lastLines() {
    return LastLines.of(container.log(), password, administrator);
  }

  private String hidden(String text) {
    return password.hiddenIn(administrator.hiddenIn(text));
  }

  @Override
  public Connection connect() throws SQLException {
    return logon.open(url(), user(), password, OracleLogon.Role.USER);
  }

  /** For set-up that the user may not do; the caller closes it. */
  public Connection connectAsAdministrator() throws SQLException {
    return asAdministrator();
  }

  @Override
  public String url() {
    return DatabaseKind.ORACLE.urlPrefix() + "thin:@" + address();
  }

  private String address() {
    return "//" + container.address() + "/" + settings.service();
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
  public String product() {
    return DatabaseKind.ORACLE.product();
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("container", container.id());
    facts.put("image", settings.image().name());
    facts.put("reuse", settings.reuse());
    facts.put("passwordFile", writePasswordFile().toString());
    return facts;
  }

  @Override
  public Map.Entry<String, String> client() {
    return Map.entry(
        "sqlplus", "sqlplus " + user() + "@" + address() + "   # password: " + writePasswordFile());
  }

  /** It goes when we do. */
  private synchronized Path writePasswordFile() {
    try {
      if (passwordFile == null) {
        Path folder = Files.createTempDirectory("cloakroom-oracle-");
        passwordFile = SecretFile.write(folder.resolve("password"), password.reveal() + "\n");
      }
      return passwordFile;
    } catch (IOException e) {
      throw new EnvironmentException("cannot write a file for the password (" + e + ")", e);
    }
  }

  @Override
  public CompletableFuture<String> onUnexpectedEnd() {
    return container
        .ended()
        .thenCompose(
            nothing ->
                closed
                    ? new CompletableFuture<>()
                    : CompletableFuture.completedFuture(lastLines()));
  }

  @Override
  public void close() {
    release();
    atExit.done();
  }

  private void release() {
    closed = true;
    container.close();
    removePasswordFile();
  }

  private synchronized void removePasswordFile() {
    if (passwordFile != null) {
      passwordFile.toFile().delete();
      passwordFile.getParent().toFile().delete();
      passwordFile = null;
    }
  }
}
