package cloakroom.stress.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Detection of an ignored SIGINT, which a background build passes on to its child processes. */
public final class Interrupts {
  private static final long INTERRUPT = 0b10;

  private Interrupts() {}

  /** Returns whether child processes receive SIGINT; true if that is unknown. */
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
