package cloakroom.database.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.TestcontainersConfiguration;

/**
 * Docker, through Testcontainers, which finds the daemon, fetches images and cleans up after us
 * when we are killed. Nothing is decided here, because nothing here can be tested without Docker.
 *
 * <p>The modules for Oracle are not used: they give SYS the application's password.
 */
final class DockerContainers implements Containers {
  /** A daemon on this machine answers in milliseconds; one that was named may be far, or silent. */
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(15);

  private static final String LOOPBACK = "127.0.0.1";

  @Override
  public void requireReachable() {
    try {
      CompletableFuture<Object> probe = new CompletableFuture<>();
      Thread thread = new Thread(() -> probe(probe), "docker-probe");
      thread.setDaemon(true);
      thread.start();
      probe.orTimeout(PROBE_LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw new EnvironmentException(
          "no Docker to run Oracle in ("
              + DockerPlaces.here().tried()
              + "): name a database with --url "
              + DatabaseKind.ORACLE.urlForm()
              + ", or install"
              + " and start Docker, or set DOCKER_HOST",
          e);
    }
  }

  private static void probe(CompletableFuture<Object> result) {
    try {
      result.complete(DockerClientFactory.instance().getInfo());
    } catch (RuntimeException | LinkageError e) {
      result.completeExceptionally(e);
    }
  }

  @Override
  public void requireReuse() {
    if (!TestcontainersConfiguration.getInstance().environmentSupportsReuse()) {
      throw new EnvironmentException(
          "--reuse is not allowed by Testcontainers here: set TESTCONTAINERS_REUSE_ENABLE=true, or"
              + " write testcontainers.reuse.enable=true into ~/.testcontainers.properties");
    }
  }

  @Override
  public One create(ContainerOrder order) {
    return new DockerContainer(order);
  }

  /** One container of Testcontainers. */
  private static final class DockerContainer implements One {
    private final ContainerOrder order;
    private final GenericContainer<?> container;
    private final Queue<ContainerEnd> watches = new ConcurrentLinkedQueue<>();

    DockerContainer(ContainerOrder order) {
      this.order = order;
      this.container =
          new GenericContainer<>(DockerImageName.parse(order.image()))
              .withEnv(order.environment())
              .withExposedPorts(order.port())
              .withCreateContainerCmdModifier(this::bind)
              .waitingFor(new AtOnce())
              .withReuse(order.reuse());
    }

    /** Testcontainers would publish the port on every address of this machine. */
    private void bind(CreateContainerCmd command) {
      String address = isHere() ? LOOPBACK : "";
      Ports.Binding binding =
          new Ports.Binding(
              address.isEmpty() ? null : address,
              order.hostPort() == 0 ? null : Integer.toString(order.hostPort()));
      Objects.requireNonNull(command.getHostConfig())
          .withPortBindings(new PortBinding(binding, ExposedPort.tcp(order.port())));
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
        throw new EnvironmentException(
            isAboutTheImage(e)
                ? "cannot get the image "
                    + order.image()
                    + " ("
                    + reason(e)
                    + "): choose another with "
                    + OracleSetting.IMAGE.option()
                : "cannot start a container of " + order.image() + " (" + reason(e) + ")",
            e);
      }
    }

    private static Stream<Throwable> causes(Throwable failure) {
      return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }

    private static boolean isAboutTheImage(Throwable failure) {
      return causes(failure).anyMatch(ContainerFetchException.class::isInstance);
    }

    private static String reason(Throwable failure) {
      return causes(failure).reduce((outer, inner) -> inner).map(Throwable::getMessage).orElse("");
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
      return host + ":" + container.getMappedPort(order.port());
    }

    @Override
    public String id() {
      return container.getContainerId();
    }

    @Override
    public CompletableFuture<Void> ended() {
      ContainerEnd watch = new ContainerEnd();
      watches.add(watch);
      container.getDockerClient().waitContainerCmd(container.getContainerId()).exec(watch);
      return watch.ended();
    }

    @Override
    public void close() {
      watches.forEach(ContainerEnd::stop);
      if (!order.reuse()) {
        container.stop();
      }
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
