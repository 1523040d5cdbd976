package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramLogTest {
  private static final Path FULL = Path.of("/dev/full");

  @Test
  void summary_isThatOfAllIntervalsSoFar(@TempDir Path folder) throws Exception {
    try (HistogramLog log = new HistogramLog(folder.resolve("service.hlog"))) {
      assertThat(log.summary()).containsEntry("mean", 0.0);
      log.record(5);
      log.begin();
      log.record(10);
      log.writeInterval();
      log.record(30);
      assertThat(log.summary()).containsEntry("max", 10.0);
      log.writeInterval();
      assertThat(log.summary())
          .containsAllEntriesOf(Map.of("mean", 20.0, "p50", 10.0, "p95", 30.0, "max", 30.0));
    }
  }

  @Test
  void fullDisk_isNamedWithTheFile() throws Exception {
    assumeThat(FULL).exists();
    HistogramLog log = new HistogramLog(FULL);
    log.begin();
    log.record(5);
    log.writeInterval();

    assertThatThrownBy(log::close).hasMessage("cannot write /dev/full: No space left on device");
  }
}
