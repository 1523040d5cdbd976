package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DockerPlacesTest {
  private static final Path SOCKET = Path.of("/var/run/docker.sock");

  private static String tried(Map<String, String> environment, Set<Path> there) {
    return new DockerPlaces(environment::get, there::contains, Path.of("/home/ann")).tried();
  }

  @Test
  void nothingThere_isToldPlaceByPlace() {
    assertThat(tried(Map.of("XDG_RUNTIME_DIR", "/run/user/7"), Set.of()))
        .isEqualTo(
            "DOCKER_HOST is not set; no /var/run/docker.sock, /run/user/7/docker.sock,"
                + " /home/ann/.docker/run/docker.sock, /home/ann/.docker/desktop/docker.sock");
  }

  @Test
  void socketWithoutDaemon_isToldApart() {
    assertThat(tried(Map.of(), Set.of(SOCKET)))
        .startsWith("DOCKER_HOST is not set; no /home/ann/.docker/run/docker.sock,")
        .endsWith("; no answer from /var/run/docker.sock");
  }

  @Test
  void host_isToldWithoutItsPassword() {
    assertThat(tried(Map.of("DOCKER_HOST", "tcp://ann:geheim@far:2375"), Set.of()))
        .startsWith("DOCKER_HOST=tcp://far:2375 does not answer; no /var/run/docker.sock");
  }
}
