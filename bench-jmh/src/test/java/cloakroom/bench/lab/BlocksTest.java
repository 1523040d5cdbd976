package cloakroom.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.lab.Blocks.Figures;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BlocksTest {
  private static final Duration BLOCK = Duration.ofMillis(20);

  @Test
  void subjects_areMeasuredAgainstEachOther() throws Exception {
    try (Blocks blocks = new Blocks(2)) {
      Map<String, Figures> figures =
          blocks
              .subject("slow", thread -> () -> TimeUnit.MILLISECONDS.sleep(4))
              .subject("fast", thread -> () -> TimeUnit.MILLISECONDS.sleep(1))
              .run(Duration.ofMillis(5), BLOCK, 3);

      assertThat(figures.keySet()).containsExactly("slow", "fast");
      Figures slow = figures.get("slow");
      assertThat(slow.rates()).hasSize(3);
      assertThat(slow.rate()).isBetween(1.0, 500.0);
      assertThat(slow.micros(50)).isGreaterThan(3_900);
      assertThat(figures.get("fast").over(slow).ratio()).isGreaterThan(1);
    }
  }

  @Test
  void allocation_isThatOfOneOperation() throws Exception {
    try (Blocks blocks = new Blocks(1)) {
      byte[][] kept = new byte[1][];
      Figures figures =
          blocks
              .subject("allocates", thread -> () -> kept[0] = new byte[100_000])
              .run(BLOCK, BLOCK, 2)
              .get("allocates");

      assertThat(figures.bytes()).isBetween(100_000.0, 101_000.0);
      assertThat(figures.operations()).isPositive();
    }
  }

  @Test
  void whatAnOperationThrows_isThrown() throws Exception {
    try (Blocks blocks = new Blocks(1)) {
      blocks.subject(
          "fails",
          thread ->
              () -> {
                throw new IllegalStateException("out of order");
              });

      assertThatThrownBy(() -> blocks.run(BLOCK, BLOCK, 1)).hasMessage("out of order");
    }
  }
}
