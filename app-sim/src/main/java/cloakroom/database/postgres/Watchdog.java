package cloakroom.database.postgres;

import cloakroom.database.Polling;
import cloakroom.platform.Resources;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Shell that outlives this process: it reads a pipe until it ends, which the system ensures however
 * this process dies, then stops the server and removes the instance directory.
 */
final class Watchdog implements AutoCloseable {
  private static final String SCRIPT = Resources.text("cloakroom/database/postgres/watchdog.sh");
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Process shell;

  Watchdog(Path instance) {
    List<String> command = List.of("sh", "-c", SCRIPT, "cloakroom-watchdog", instance.toString());
    shell =
        Processes.start(
            Processes.builder(Path.of("/"), Processes.inNewSession(command))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD));
  }

  /** Ends the pipe and waits; the shell removes what the server and its folder left. */
  @Override
  public void close() {
    try {
      shell.getOutputStream().close();
    } catch (IOException e) {
      // the shell is killed below
    }
    if (!Polling.until(() -> !shell.isAlive(), LIMIT)) {
      shell.destroyForcibly();
    }
  }
}
