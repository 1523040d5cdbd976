package cloakroom.connection.link;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Await;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class DelayLineTest {
  private static final int PARCEL = 64 * 1024;
  private static final int PARCELS = 3 * DelayLine.CAPACITY / PARCEL;

  @Test
  void fullLine_holdsBackWhoBringsMore() throws InterruptedException {
    DelayLine line = new DelayLine();
    AtomicInteger brought = new AtomicInteger();
    Thread bringer = new Thread(() -> bring(line, brought));
    bringer.start();
    Await.until("the line is full", () -> bringer.getState() == Thread.State.WAITING);
    assertThat(brought).hasValue(DelayLine.CAPACITY / PARCEL);

    for (int i = 0; i < PARCELS; i++) {
      assertThat(line.take()).hasSize(PARCEL).containsOnly(i);
    }
    assertThat(line.take()).as("the end").isEmpty();
    bringer.join();
  }

  private static void bring(DelayLine line, AtomicInteger brought) {
    try {
      for (int i = 0; i < PARCELS; i++) {
        byte[] bytes = new byte[PARCEL];
        Arrays.fill(bytes, (byte) i);
        line.put(bytes, System.nanoTime());
        brought.incrementAndGet();
      }
      line.end(System.nanoTime());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
