package cloakroom.database.postgres;

import cloakroom.database.Resources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private final Optional<Process> shell;

  private Guard(Optional<Process> shell) {
    this.shell = shell;
  }

  /** Starts watching; a platform without a shell goes unwatched. */
  static Guard over(Path instance) throws IOException {
    if (Processes.WINDOWS) {
      return new Guard(Optional.empty());
    }
    List<String> command = new ArrayList<>(Session.prefix());
    command.addAll(List.of("sh", "-c", SCRIPT, "cloakroom-guard", instance.toString()));
    return new Guard(
        Optional.of(
            Processes.builder(Path.of("/"), command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()));
  }

  /** Lets the guard go; what the server and its folder left is cleaned by it. */
  @Override
  public void close() {
    shell.ifPresent(Guard::release);
  }

  private static void release(Process shell) {
    try {
      shell.getOutputStream().close();
      if (!shell.waitFor(10, TimeUnit.SECONDS)) {
        shell.destroyForcibly();
      }
    } catch (IOException e) {
      shell.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
