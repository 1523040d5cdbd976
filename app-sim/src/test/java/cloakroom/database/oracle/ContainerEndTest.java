package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class ContainerEndTest {
  private final ContainerEnd watch = new ContainerEnd();
  private final AtomicBoolean closed = new AtomicBoolean();

  private void begin() {
    watch.onStart(() -> closed.set(true));
    assertThat(watch.ended()).isNotDone();
  }

  @Test
  void end_isTold() {
    begin();
    watch.onComplete();
    assertThat(watch.ended()).isCompleted();
  }

  @Test
  void daemonThatBreaksOff_isAnEndToo() {
    begin();
    watch.onError(new IOException("connection reset"));
    assertThat(watch.ended()).isCompleted();
  }

  @Test
  void stop_endsTheConversation() {
    begin();
    watch.stop();
    watch.stop();
    assertThat(closed).isTrue();
  }
}
