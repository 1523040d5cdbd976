package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DockerDaemonTest {
  @Test
  void daemonThatDoesNotRespond_isNamedWithoutAPassword() {
    assertThat(DockerDaemon.probed(null, false)).isEqualTo(DockerDaemon.probed("", false));
    assertThat(DockerDaemon.probed(null, true))
        .isEqualTo(
            "DOCKER_HOST is not set and no daemon responds within 15 s at Docker's default sockets");
    assertThat(DockerDaemon.probed("tcp://ann:geheim@far:2375", false))
        .isEqualTo("DOCKER_HOST=tcp://far:2375 does not respond");
  }
}
