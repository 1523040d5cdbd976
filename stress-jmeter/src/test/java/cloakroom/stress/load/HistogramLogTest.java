package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HistogramLogTest {
  private static final Path FULL = Path.of("/dev/full");

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
