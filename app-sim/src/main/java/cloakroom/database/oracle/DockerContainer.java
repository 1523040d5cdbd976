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
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.OracleContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.TestcontainersConfiguration;

class DockerContainer extends OracleContainer {
  private static final String LOOPBACK = "127.0.0.1";

  DockerContainer(OracleSettings settings, Password administrator) {
    super(DockerImageName.parse(settings.image()).asCompatibleSubstituteFor("gvenzl/oracle-xe"));
    withEnv(settings.environment(administrator));
    withExposedPorts(1521); // only the listener, not the inherited web port
    withCreateContainerCmdModifier(command -> bind(command, settings.port()));
    withReuse(settings.reuse());
  }

  /**
   * Binds the container's port to loopback; Testcontainers would bind all addresses. For a remote
   * Docker daemon all addresses stay bound, because loopback would be unreachable.
   */
  private void bind(CreateContainerCmd command, int port) {
    String address = getHost().equals(LOOPBACK) ? LOOPBACK : null;
    var binding = new Ports.Binding(address, port == 0 ? null : Integer.toString(port));
    Objects.requireNonNull(command.getHostConfig())
        .withPortBindings(new PortBinding(binding, ExposedPort.tcp(getExposedPorts().get(0))));
  }

  @Override
  public String getHost() {
    String host = super.getHost();
    return host.equals("localhost") ? LOOPBACK : host;
  }

  /** Does nothing. The inherited method would create a user whose password is that of SYS. */
  @Override
  protected void configure() {}

  /** Returns at once; the inherited method would continue to wait after the container has ended. */
  @Override
  protected void waitUntilContainerStarted() {}

  void awaitEnd() {
    getDockerClient().waitContainerCmd(getContainerId()).start().awaitStatusCode();
  }

  static void requireDocker(boolean reuse) {
    try {
      CompletableFuture.supplyAsync(
              () -> DockerClientFactory.instance().getInfo(), Daemons.each("docker-probe"))
          .orTimeout(15, TimeUnit.SECONDS)
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
