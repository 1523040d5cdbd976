package cloakroom.database.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.platform.Daemons;
import cloakroom.platform.Password;
import cloakroom.platform.Variables;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.oracle.OracleContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;
import org.testcontainers.utility.TestcontainersConfiguration;

final class DockerDaemon {
  private static final String LOOPBACK = "127.0.0.1";

  /** {@link OracleServer} waits; that of Testcontainers continues after the container has ended. */
  private static final WaitStrategy NO_WAIT =
      new AbstractWaitStrategy() {
        @Override
        protected void waitUntilReady() {}
      };

  private static final Duration LIMIT = Duration.ofSeconds(15);

  private DockerDaemon() {}

  static void require(boolean reuse) {
    try {
      CompletableFuture.supplyAsync(
              () -> DockerClientFactory.instance().getInfo(), Daemons.each("docker-probe"))
          .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
          .join();
    } catch (CompletionException e) {
      throw new EnvironmentException(
          ("no Docker to run Oracle in (%s): name a database with --url %s, or install and start"
                  + " Docker, or set DOCKER_HOST")
              .formatted(
                  probed(System.getenv("DOCKER_HOST"), e.getCause() instanceof TimeoutException),
                  DatabaseKind.ORACLE.urlForm()),
          e);
    }
    if (reuse && !TestcontainersConfiguration.getInstance().environmentSupportsReuse()) {
      throw new EnvironmentException(
          Variables.ORACLE_REUSE
              + " is not allowed by Testcontainers here: set TESTCONTAINERS_REUSE_ENABLE=true, or"
              + " write testcontainers.reuse.enable=true into ~/.testcontainers.properties");
    }
  }

  static String probed(String host, boolean late) {
    String limit = late ? " within " + LIMIT.toSeconds() + " s" : "";
    return host == null || host.isBlank()
        ? "DOCKER_HOST is not set and no daemon responds%s at Docker's default sockets"
            .formatted(limit)
        : "DOCKER_HOST=%s does not respond%s"
            .formatted(host.replaceFirst("//[^/@]*@", "//"), limit);
  }

  /**
   * Pulls a missing image once. Testcontainers would repeat a failed pull for minutes, and then not
   * report the cause.
   */
  static void requireImage(DockerClient client, String image) {
    DockerImageName name = ImageNameSubstitutor.instance().apply(DockerImageName.parse(image));
    String text = name.asCanonicalNameString();
    try {
      client.inspectImageCmd(text).exec();
    } catch (NotFoundException absent) {
      try {
        client.pullImageCmd(text).start().awaitCompletion();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EnvironmentException("the pull of " + text + " was interrupted", e);
      }
    }
  }

  static OracleContainer container(OracleSettings settings, Password administrator) {
    DockerImageName image = DockerImageName.parse(settings.image());
    OracleContainer container =
        new OracleContainer(image.asCompatibleSubstituteFor("gvenzl/oracle-free"));
    container.waitingFor(NO_WAIT);
    container.withReuse(settings.reuse());
    container.withCreateContainerCmdModifier(
        command -> {
          List<String> environment = new ArrayList<>();
          settings.environment(administrator).forEach((k, v) -> environment.add(k + "=" + v));
          command.withEnv(environment);
          bind(command, host(container), settings.port());
        });
    return container;
  }

  /**
   * Binds the container's port to loopback; Testcontainers would bind all addresses. For a remote
   * Docker daemon all addresses stay bound, because loopback would be unreachable.
   */
  private static void bind(CreateContainerCmd command, String host, int port) {
    String address = host.equals(LOOPBACK) ? LOOPBACK : null;
    var binding = new Ports.Binding(address, port == 0 ? null : Integer.toString(port));
    Objects.requireNonNull(command.getHostConfig())
        .withPortBindings(new PortBinding(binding, ExposedPort.tcp(1521)));
  }

  static String host(OracleContainer container) {
    String host = container.getHost();
    return host.equals("localhost") ? LOOPBACK : host;
  }
}
