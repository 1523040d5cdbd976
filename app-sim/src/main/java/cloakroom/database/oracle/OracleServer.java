package cloakroom.database.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.contract.AtExit;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.ErrorClass;
import cloakroom.contract.Password;
import cloakroom.contract.Variables;
import cloakroom.database.Connecting;
import cloakroom.database.EnvironmentException;
import cloakroom.database.StartedDatabase;
import cloakroom.database.Waiting;
import cloakroom.database.errors.SqlErrors;
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
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * An Oracle in a container, run for as long as this object is open: reached on loopback only, with
 * a user of ours, whose password is not that of SYS.
 *
 * <p>It ends with us: {@link #close} and the end of this process remove the container, and when we
 * are killed Testcontainers' own watch does. One that was ordered for reuse stays, also when its
 * start fails: only {@code docker rm -f} removes it.
 */
public final class OracleServer implements StartedDatabase {
  /** How its sessions are opened: by {@link Connecting}, or by a test's stand-in. */
  @FunctionalInterface
  interface Logon {
    Connection open(String url, String user, Password password, Map<String, String> properties)
        throws SQLException;
  }

  /** For SYS, who may do everything, also in the root container. */
  static final Map<String, String> AS_SYSDBA = Map.of("internal_logon", "sysdba");

  private static final String READY = "DATABASE IS READY TO USE!";
  private static final Duration STEP = Duration.ofMillis(250);

  /** The listener may learn of a service a moment after the database is open. */
  private static final Duration LISTENER_LIMIT = Duration.ofMinutes(1);

  private final OracleSettings settings;
  private final Password password;
  private final Password administrator;
  private final Logon logon;
  private final Container container;
  private final Path passwordFile;
  private AtExit atExit;
  private volatile boolean closed;

  private OracleServer(
      OracleSettings settings, Password password, Container.Maker containers, Logon logon) {
    this.settings = settings;
    this.password = password;
    this.administrator = administrator(password, settings.reuse());
    this.logon = logon;
    this.container = containers.make(settings, administrator);
    this.passwordFile = passwordFile(password);
  }

  /** It goes when we do. */
  private static Path passwordFile(Password password) {
    try {
      Path folder = Files.createTempDirectory("cloakroom-oracle-");
      return Password.writeFile(folder.resolve("password"), password.reveal() + "\n");
    } catch (IOException e) {
      throw new EnvironmentException("cannot write a file for the password (" + e + ")", e);
    }
  }

  /**
   * A password for SYS that is not the application's: random, except where a later command has to
   * find it again, which then knows the application's and nothing else. It cannot be turned back.
   */
  private static Password administrator(Password application, boolean reuse) {
    Password key = reuse ? application : Password.random();
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.reveal().getBytes(UTF_8), "HmacSHA256"));
      byte[] digest = mac.doFinal("SYS of Cloakroom's container".getBytes(UTF_8));
      return Password.of(HexFormat.of().formatHex(digest).substring(0, OracleStart.MOST_BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Starts it and returns when it accepts sessions of its user.
   *
   * @throws EnvironmentException in one line without a password; nothing of it is left then, but a
   *     container that was ordered for reuse, which the line names
   */
  public static OracleServer start(OracleStart start) {
    return start(start, DockerContainer::new, Connecting::open);
  }

  static OracleServer start(OracleStart start, Container.Maker containers, Logon logon) {
    Password password = start.password().orElseGet(Password::random);
    OracleServer server = new OracleServer(start.settings(), password, containers, logon);
    server.begin(start);
    return server;
  }

  /** Whether containers can be run here, for those who want to know it early. */
  public static void requireDocker() {
    DockerContainer.requireReachable();
  }

  private void begin(OracleStart start) {
    atExit = new AtExit("oracle-stop", this::release);
    var unused = start.unwanted().thenRun(this::close);
    try {
      start
          .progress()
          .accept(
              "starting Oracle from %s; an image that is not here yet is fetched first, which takes minutes"
                  .formatted(settings.image()));
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
        ? "; its container stays for the next command with %s: docker rm -f %.12s removes it"
            .formatted(Variables.ORACLE_REUSE, id)
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
        ? "Oracle in %s was not ready after %s s: allow more with %s"
            .formatted(
                settings.image(), settings.startTimeout().toSeconds(), OracleSettings.START_TIMEOUT)
        : "the container of " + settings.image() + " ended while Oracle started in it";
  }

  private void requireOpen() {
    if (closed) {
      throw new EnvironmentException("the start of Oracle was given up");
    }
  }

  private void provision(Consumer<String> progress) {
    try (Connection connection = connectAsAdministrator()) {
      OracleProvision.run(connection, password).forEach(note -> progress.accept(hidden(note)));
    } catch (SQLException e) {
      throw new EnvironmentException(
          "Oracle in " + settings.image() + " refuses: " + e.getMessage(), e);
    }
  }

  /**
   * For set-up that the user may not do; the caller closes it. Only what may pass is tried again: a
   * wrong password or a locked account does not.
   */
  public Connection connectAsAdministrator() throws SQLException {
    long end = System.nanoTime() + LISTENER_LIMIT.toNanos();
    while (true) {
      requireOpen();
      try {
        return logon.open(url(), "sys", administrator, AS_SYSDBA);
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

  /** The end of the container's log in one line, fit to be shown: short, and without passwords. */
  private String lastLines() {
    List<String> lines =
        hidden(container.log())
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .map(line -> line.length() <= 160 ? line : line.substring(0, 160) + "…")
            .toList();
    return lines.isEmpty()
        ? "it wrote nothing"
        : "its last lines: "
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
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("container", container.id());
    facts.put("image", settings.image().name());
    facts.put("reuse", settings.reuse());
    facts.put("passwordFile", passwordFile.toString());
    return facts;
  }

  @Override
  public Map.Entry<String, String> client() {
    return Map.entry(
        "sqlplus", "sqlplus " + user() + "@" + address() + "   # password: " + passwordFile);
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
    passwordFile.toFile().delete();
    passwordFile.getParent().toFile().delete();
  }
}
