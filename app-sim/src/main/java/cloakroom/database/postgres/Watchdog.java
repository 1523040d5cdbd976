package cloakroom.database.postgres;

import cloakroom.database.Polling;
import cloakroom.platform.Resources;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A shell that outlives this process by a moment: it reads until the pipe from us ends, which the
 * system brings about however we die, then stops the server and removes the instance directory.
 *
 * <p>After an orderly end it finds nothing to do.
 */
final class Watchdog implements AutoCloseable {
  private static final String SCRIPT = Resources.text("cloakroom/database/postgres/guard.sh");

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Process shell;

  Watchdog(Path instance) throws IOException {
    List<String> command = List.of("sh", "-c", SCRIPT, "cloakroom-guard", instance.toString());
    shell =
        Processes.builder(Path.of("/"), Processes.inOwnSession(command))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
  }

  /** Lets the guard go; what the server and its folder left is cleaned by it. */
  @Override
  public void close() {
    try {
      shell.getOutputStream().close();
    } catch (IOException e) {
      // then it is told more plainly
    }
    if (!Polling.until(() -> !shell.isAlive(), LIMIT)) {
      shell.destroyForcibly();
    }
  }
}
