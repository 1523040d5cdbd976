package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What can be seen of it without Docker. */
final class DockerContainersTest {
  @Test
  void whatWasAsked_isToldWithoutAPassword() {
    assertThat(DockerContainers.tried(null)).isEqualTo(DockerContainers.tried(""));
    assertThat(DockerContainers.tried(null)).startsWith("DOCKER_HOST is not set");
    assertThat(DockerContainers.tried("tcp://ann:geheim@far:2375"))
        .isEqualTo("DOCKER_HOST=tcp://far:2375 does not answer");
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
