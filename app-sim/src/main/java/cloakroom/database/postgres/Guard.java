package cloakroom.database.postgres;

import cloakroom.contract.Resources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell that outlives this process by a moment: it reads until the pipe from us ends, which the
 * system brings about however we die, then stops the server and removes the instance directory.
 *
 * <p>After an orderly end it finds nothing to do. Windows has no such shell: there the next start
 * sweeps (untested).
 */
final class Guard implements AutoCloseable {
  private static final String SCRIPT = Resources.text("cloakroom/database/postgres/guard.sh");

  /** Null on Windows. */
  private final Process shell;

  Guard(Path instance) throws IOException {
    List<String> command = List.of("sh", "-c", SCRIPT, "cloakroom-guard", instance.toString());
    shell =
        Processes.WINDOWS
            ? null
            : Processes.builder(Path.of("/"), Processes.inOwnSession(command))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
  }

  /** Lets the guard go; what the server and its folder left is cleaned by it. */
  @Override
  public void close() {
    if (shell != null) {
      try {
        shell.getOutputStream().close();
        if (shell.waitFor(10, TimeUnit.SECONDS)) {
          return;
        }
      } catch (IOException e) {
        // then it is told more plainly
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      shell.destroyForcibly();
    }
  }
}
