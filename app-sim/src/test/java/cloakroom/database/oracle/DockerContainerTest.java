package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What can be seen of it without Docker. */
final class DockerContainerTest {
  @Test
  void whatWasAsked_isToldWithoutAPassword() {
    assertThat(DockerContainer.tried(null)).isEqualTo(DockerContainer.tried(""));
    assertThat(DockerContainer.tried(null)).startsWith("DOCKER_HOST is not set");
    assertThat(DockerContainer.tried("tcp://ann:geheim@far:2375"))
        .isEqualTo("DOCKER_HOST=tcp://far:2375 does not answer");
  }

  @Test
  void endOfAContainer_isTold_alsoByADaemonThatBreaksOff() {
    DockerContainer.End end = new DockerContainer.End();
    end.onComplete();
    assertThat(end.ended).isCompleted();
    DockerContainer.End brokenOff = new DockerContainer.End();
    AtomicBoolean closed = new AtomicBoolean();
    brokenOff.onStart(() -> closed.set(true));
    assertThat(brokenOff.ended).isNotDone();
    brokenOff.onError(new IOException("connection reset"));
    assertThat(brokenOff.ended).isCompleted();
    brokenOff.close();
    assertThat(closed).isTrue();
    new DockerContainer.End().close(); // nobody has waited
  }
}
