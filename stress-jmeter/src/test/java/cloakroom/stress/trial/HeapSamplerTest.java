package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.stress.folder.CountersFile;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeapSamplerTest {
  private final Deque<LiveHeap> answers =
      new ArrayDeque<>(List.of(new LiveHeap(0, 0, 1_000, 5), new LiveHeap(80, 160, 9_000, 50)));

  private HeapSampler scale() {
    return new HeapSampler(80, () -> Optional.ofNullable(answers.poll()));
  }

  private static Optional<NodeReport> counters(String phase, long sessions) {
    return Optional.of(
        new NodeReport(
            "", "", 0, "", null, phase, 0, null, null, Map.of("sessions", sessions), null));
  }

  @Test
  void heap_isMeasuredOnceWithAllUsers() {
    try (HeapSampler scale = scale()) {
      scale.watch(counters("warm-up", 80));
      scale.watch(counters("measured", 79));
      scale.watch(Optional.empty());
      assertThat(scale.result()).isEmpty();

      scale.watch(counters("measured", 80));
      scale.watch(counters("measured", 80));
      assertThat(scale.result()).contains(new CountersFile.Heap(1_000, 9_000, 80, 160, 50));
    }
  }

  @Test
  void heap_isMeasuredWhenTheSessionsDecrease() {
    try (HeapSampler scale = scale()) {
      scale.watch(counters("measured", 50));
      scale.watch(counters("measured", 49));
      assertThat(scale.result()).isPresent();
    }
  }

  @Test
  void tierWithoutReport_isNotMeasured() {
    answers.clear();
    try (HeapSampler scale = scale()) {
      scale.watch(counters("measured", 80));
      assertThat(scale.result()).isEmpty();
    }
  }
}
