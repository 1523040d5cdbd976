package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What can be seen of it without Docker. */
final class DockerContainersTest {
  private static String tried(Map<String, String> environment, Path... there) {
    return DockerContainers.tried(environment::get, Set.of(there)::contains, Path.of("/home/ann"));
  }

  @Test
  void placesOfDocker_areTold_withThoseThatAreSilentApart_andNoPassword() {
    assertThat(tried(Map.of("XDG_RUNTIME_DIR", "/run/user/7")))
        .isEqualTo(
            "DOCKER_HOST is not set; no /var/run/docker.sock, /run/user/7/docker.sock,"
                + " /home/ann/.docker/run/docker.sock, /home/ann/.docker/desktop/docker.sock");
    assertThat(tried(Map.of(), Path.of("/var/run/docker.sock")))
        .startsWith("DOCKER_HOST is not set; no /home/ann/.docker/run/docker.sock,")
        .endsWith("; no answer from /var/run/docker.sock");
    assertThat(tried(Map.of("DOCKER_HOST", "tcp://ann:geheim@far:2375")))
        .startsWith("DOCKER_HOST=tcp://far:2375 does not answer; no /var/run/docker.sock");
  }

  @Test
  void endOfAContainer_isTold_alsoByADaemonThatBreaksOff() {
    DockerContainers.End end = new DockerContainers.End();
    end.onComplete();
    assertThat(end.ended).isCompleted();
    DockerContainers.End brokenOff = new DockerContainers.End();
    AtomicBoolean closed = new AtomicBoolean();
    brokenOff.onStart(() -> closed.set(true));
    assertThat(brokenOff.ended).isNotDone();
    brokenOff.onError(new IOException("connection reset"));
    assertThat(brokenOff.ended).isCompleted();
    brokenOff.close();
    assertThat(closed).isTrue();
  }
}
