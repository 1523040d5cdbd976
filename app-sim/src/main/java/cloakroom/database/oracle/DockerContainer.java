package cloakroom.database.oracle;

import cloakroom.contract.Daemons;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.Password;
import cloakroom.contract.Variables;
import cloakroom.database.EnvironmentException;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.WaitResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.OracleContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.TestcontainersConfiguration;

/**
 * A container of Docker's, through Testcontainers, which finds the daemon, fetches images and
 * cleans up after us when we are killed. Nothing is decided here, because nothing here can be
 * tested without Docker.
 */
final class DockerContainer implements Container {
  /** A daemon on this machine answers in milliseconds; one that was named may be far, or silent. */
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(15);

  private static final String LOOPBACK = "127.0.0.1";
  private static final int LISTENER = 1521;

  private final OracleSettings settings;
  private final GenericContainer<?> container;
  private final End end = new End();

  DockerContainer(OracleSettings settings, Password administrator) {
    requireReachable();
    if (settings.reuse()) {
      requireReuse();
    }
    this.settings = settings;
    DockerImageName image = DockerImageName.parse(settings.image().name());
    GenericContainer<?> any =
        settings.image().isExpress() ? new Express(image) : new GenericContainer<>(image);
    this.container =
        any.withEnv(settings.environment(administrator))
            .withExposedPorts(LISTENER)
            .withCreateContainerCmdModifier(this::bind)
            .waitingFor(new AtOnce())
            .withReuse(settings.reuse());
  }

  /** Testcontainers would publish the port on every address of this machine. */
  private void bind(CreateContainerCmd command) {
    Ports.Binding binding =
        new Ports.Binding(
            isHere() ? LOOPBACK : null,
            settings.port() == 0 ? null : Integer.toString(settings.port()));
    Objects.requireNonNull(command.getHostConfig())
        .withPortBindings(new PortBinding(binding, ExposedPort.tcp(LISTENER)));
  }

  /** A daemon elsewhere publishes at its own machine, which its loopback would hide from us. */
  private boolean isHere() {
    String host = container.getHost();
    return host.equals("localhost") || host.equals(LOOPBACK);
  }

  @Override
  public void start() {
    try {
      container.start();
    } catch (RuntimeException e) {
      List<Throwable> causes =
          Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause).toList();
      throw new EnvironmentException(
          (causes.stream().anyMatch(ContainerFetchException.class::isInstance)
                  ? "cannot get the image %s (%s): choose another with " + OracleSettings.IMAGE
                  : "cannot start a container of %s (%s)")
              .formatted(settings.image(), causes.get(causes.size() - 1).getMessage()),
          e);
    }
  }

  @Override
  public boolean isRunning() {
    return container.isRunning();
  }

  @Override
  public String log() {
    try {
      return container.getContainerId() == null ? "" : container.getLogs();
    } catch (RuntimeException e) {
      return ""; // it is being removed, or the daemon is gone
    }
  }

  @Override
  public String address() {
    String host = isHere() ? LOOPBACK : container.getHost();
    return host + ":" + container.getMappedPort(LISTENER);
  }

  @Override
  public String id() {
    return container.getContainerId();
  }

  @Override
  public CompletableFuture<Void> ended() {
    container.getDockerClient().waitContainerCmd(container.getContainerId()).exec(end);
    return end.ended;
  }

  @Override
  public void close() {
    end.close();
    if (!settings.reuse()) {
      container.stop();
    }
  }

  /** Finds out, within seconds, whether containers can be run here. */
  static void requireReachable() {
    try {
      CompletableFuture.supplyAsync(
              () -> DockerClientFactory.instance().getInfo(), Daemons.each("docker-probe"))
          .orTimeout(PROBE_LIMIT.toSeconds(), TimeUnit.SECONDS)
          .join();
    } catch (CompletionException e) {
      throw new EnvironmentException(
          ("no Docker to run Oracle in (%s): name a database with --url %s, or install and start"
                  + " Docker, or set DOCKER_HOST")
              .formatted(tried(System.getenv("DOCKER_HOST")), DatabaseKind.ORACLE.urlForm()),
          e);
    }
  }

  /** What was asked, without the user and password that a URL may hold. */
  static String tried(String host) {
    return host == null || host.isBlank()
        ? "DOCKER_HOST is not set and nothing answers at Docker's own sockets"
        : "DOCKER_HOST=" + host.replaceFirst("//[^/@]*@", "//") + " does not answer";
  }

  private static void requireReuse() {
    if (!TestcontainersConfiguration.getInstance().environmentSupportsReuse()) {
      throw new EnvironmentException(
          Variables.ORACLE_REUSE
              + " is not allowed by Testcontainers here: set TESTCONTAINERS_REUSE_ENABLE=true, or"
              + " write testcontainers.reuse.enable=true into ~/.testcontainers.properties");
    }
  }

  /**
   * Waits for Docker to tell the end of a container. A daemon that breaks off counts as the end:
   * otherwise nobody would ever hear of it.
   */
  static final class End extends ResultCallback.Adapter<WaitResponse> {
    final CompletableFuture<Void> ended = new CompletableFuture<>();

    @Override
    public void onComplete() {
      super.onComplete();
      ended.complete(null);
    }

    @Override
    public void onError(Throwable failure) {
      super.onError(failure);
      ended.complete(null);
    }

    /** What the daemon says from now on is of no interest. */
    @Override
    public void close() {
      try {
        super.close();
      } catch (IOException e) {
        // then it has ended already
      }
    }
  }

  /**
   * XE as Testcontainers' module knows it, without what the module would do by itself: give SYS the
   * application's password, and wait until that one may log on.
   */
  private static final class Express extends OracleContainer {
    Express(DockerImageName image) {
      super(image.asCompatibleSubstituteFor("gvenzl/oracle-xe"));
    }

    @Override
    protected void configure() {
      // the order says it all
    }

    @Override
    protected void waitUntilContainerStarted() {
      // started is enough
    }
  }

  /** Our own wait is another, which also notices a container that ends. */
  private static final class AtOnce extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {
      // started is enough
    }
  }
}
