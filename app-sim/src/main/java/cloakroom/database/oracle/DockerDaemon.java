package cloakroom.database.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.platform.Daemons;
import cloakroom.platform.Variables;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;
import org.testcontainers.utility.TestcontainersConfiguration;

final class DockerDaemon {
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
}
