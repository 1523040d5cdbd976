package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Phase;
import cloakroom.contract.TierTimes;
import cloakroom.module.TierCounters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RequestMetricsTest {
  private static final int THREADS = 4;
  private static final int EACH = 5_000;
  private final RequestMetrics figures = new RequestMetrics(new TierCounters(), Map::of);

  private Histogram histogram() throws Exception {
    byte[] bytes = Base64.getDecoder().decode(figures.times().histogram());
    return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
  }

  @Test
  void times_ofAnyLength_areKept() throws Exception {
    figures.end(true, -5);
    figures.end(true, TimeUnit.MICROSECONDS.toNanos(17));
    figures.end(true, TimeUnit.MINUTES.toNanos(10));
    figures.end(true, TimeUnit.HOURS.toNanos(30));

    assertThat(figures.times().count()).isEqualTo(4);
    assertThat(histogram().getTotalCount()).isEqualTo(4);
    assertThat(histogram().getCountAtValue(17)).isEqualTo(1);
    assertThat((double) histogram().getMaxValue())
        .isBetween(TimeUnit.HOURS.toMicros(1) * 0.999, TimeUnit.HOURS.toMicros(1) * 1.001);
  }

  @Test
  void trialOnATierThatGoesOn_hasPhasesAndTimesOfItsOwn() throws Exception {
    figures.end(figures.begin("measured"), 1_000);
    assertThat(figures.phase()).isEqualTo(Phase.MEASURED);
    figures.resetForTrial();
    assertThat(figures.phase()).isEqualTo(Phase.WARM_UP);
    assertThat(figures.measuredSince).isZero();
    assertThat(figures.times().count()).isZero();
    assertThat(figures.times().perSecond()).isEmpty();
    figures.end(figures.begin("measured"), 1_000);
    assertThat(figures.times().count()).isEqualTo(1);
  }

  @Test
  void everySecond_addsUpToTheWhole() throws Exception {
    List<CompletableFuture<Void>> work = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      work.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < EACH; i++) {
                  figures.end(true, TimeUnit.MICROSECONDS.toNanos(3));
                }
              }));
    }
    for (CompletableFuture<Void> each : work) {
      each.get();
    }

    TierTimes summary = figures.times();

    assertThat(summary.count()).isEqualTo(THREADS * EACH);
    assertThat(summary.mean()).isEqualTo(3);
    assertThat(summary.perSecond().stream().mapToLong(second -> second[1]).sum())
        .isEqualTo(THREADS * EACH);
    assertThat(summary.perSecond().stream().mapToLong(second -> second[2]).sum())
        .isEqualTo(3L * THREADS * EACH);
  }
}
