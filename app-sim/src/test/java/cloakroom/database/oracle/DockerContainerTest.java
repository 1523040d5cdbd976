package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DockerContainerTest {
  @Test
  void whatWasAsked_isToldWithoutAPassword() {
    assertThat(DockerContainer.probed(null)).isEqualTo(DockerContainer.probed(""));
    assertThat(DockerContainer.probed(null)).startsWith("DOCKER_HOST is not set");
    assertThat(DockerContainer.probed("tcp://ann:geheim@far:2375"))
        .isEqualTo("DOCKER_HOST=tcp://far:2375 does not respond");
  }
}
