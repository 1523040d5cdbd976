package cloakroom.database.postgres;

import cloakroom.database.Polling;
import cloakroom.platform.Resources;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Shell process that stops PostgreSQL and deletes its folder when this JVM ends or crashes. */
final class Watchdog implements AutoCloseable {
  private final Process shell;

  Watchdog(Path instance) {
    String script = Resources.text("cloakroom/database/postgres/watchdog.sh");
    List<String> command = List.of("sh", "-c", script, "cloakroom-watchdog", instance.toString());
    shell =
        Processes.start(
            Processes.builder(Path.of("/"), Processes.inNewSession(command))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD));
  }

  @Override
  public void close() {
    try {
      shell.getOutputStream().close();
    } catch (IOException e) {
      // A failed close is ignored, because a shell that keeps running is killed below.
    }
    if (!Polling.until(() -> !shell.isAlive(), Duration.ofSeconds(10))) {
      shell.destroyForcibly();
    }
  }
}
