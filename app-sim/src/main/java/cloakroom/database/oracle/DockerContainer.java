package cloakroom.database.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.platform.Daemons;
import cloakroom.platform.Password;
import cloakroom.platform.Variables;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.OracleContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.TestcontainersConfiguration;

/**
 * Oracle container of Testcontainers, published on loopback. {@link OracleServer} creates the
 * application's user and waits for the database.
 */
class DockerContainer extends OracleContainer {
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(15);
  private static final String LOOPBACK = "127.0.0.1";
  private static final int LISTENER_PORT = 1521;

  DockerContainer(OracleSettings settings, Password administrator) {
    super(DockerImageName.parse(settings.image()).asCompatibleSubstituteFor("gvenzl/oracle-xe"));
    withEnv(settings.environment(administrator));
    withExposedPorts(LISTENER_PORT);
    withCreateContainerCmdModifier(command -> bind(command, settings.port()));
    withReuse(settings.reuse());
  }

  /** Testcontainers publishes on every address; the loopback of a remote daemon is out of reach. */
  private void bind(CreateContainerCmd command, int port) {
    Ports.Binding binding =
        new Ports.Binding(
            getHost().equals(LOOPBACK) ? LOOPBACK : null,
            port == 0 ? null : Integer.toString(port));
    Objects.requireNonNull(command.getHostConfig())
        .withPortBindings(new PortBinding(binding, ExposedPort.tcp(LISTENER_PORT)));
  }

  /** Returns the daemon's host, as an address if it is this machine. */
  @Override
  public String getHost() {
    String host = super.getHost();
    return host.equals("localhost") ? LOOPBACK : host;
  }

  @Override
  protected void configure() {
    // the inherited method would create a user with the password of SYS
  }

  @Override
  protected void waitUntilContainerStarted() {
    // the inherited wait does not detect a container that ends
  }

  void awaitEnd() {
    getDockerClient().waitContainerCmd(getContainerId()).start().awaitStatusCode();
  }

  /** Throws EnvironmentException unless a Docker daemon replies, and permits reuse if wanted. */
  static void requireDocker(boolean reuse) {
    try {
      CompletableFuture.supplyAsync(
              () -> DockerClientFactory.instance().getInfo(), Daemons.each("docker-probe"))
          .orTimeout(PROBE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
          .join();
    } catch (CompletionException e) {
      throw new EnvironmentException(
          ("no Docker to run Oracle in (%s): name a database with --url %s, or install and start"
                  + " Docker, or set DOCKER_HOST")
              .formatted(probed(System.getenv("DOCKER_HOST")), DatabaseKind.ORACLE.urlForm()),
          e);
    }
    if (reuse && !TestcontainersConfiguration.getInstance().environmentSupportsReuse()) {
      throw new EnvironmentException(
          Variables.ORACLE_REUSE
              + " is not allowed by Testcontainers here: set TESTCONTAINERS_REUSE_ENABLE=true, or"
              + " write testcontainers.reuse.enable=true into ~/.testcontainers.properties");
    }
  }

  static String probed(String host) {
    return host == null || host.isBlank()
        ? "DOCKER_HOST is not set and no daemon responds at Docker's default sockets"
        : "DOCKER_HOST=" + host.replaceFirst("//[^/@]*@", "//") + " does not respond";
  }
}
