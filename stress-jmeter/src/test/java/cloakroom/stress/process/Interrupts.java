package cloakroom.stress.process;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A build in the background hands an ignored SIGINT down to every process it starts. */
public final class Interrupts {
  private static final long INTERRUPT = 0b10;

  private Interrupts() {}

  /** Skips the test where processes that it starts would not hear a SIGINT. */
  public static void assumeHeard() throws IOException {
    assumeThat(areHeard())
        .as("this build ignores SIGINT, as builds in the background do, and so would the process")
        .isTrue();
  }

  /** Whether processes that this one starts hear a SIGINT; where nobody tells, yes. */
  public static boolean areHeard() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return true;
    }
    long ignored =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
            .sum();
    return (ignored & INTERRUPT) == 0;
  }
}
