package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Polling;
import cloakroom.platform.Resources;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folder of one running server, with data, log and password file. Its name {@code
 * PID-STARTMILLIS-NUMBER} identifies the process that owns it. The owner locks a file in the
 * folder; {@link #sweep} removes folders without such a lock. It skips the folders of the same
 * process, because a test of their locks would release the locks.
 */
record InstanceDirectory(Path path, FileChannel lock) implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("\\d+-\\d+-\\d+");
  private static final String OWN_PREFIX = ownPrefix();
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /**
   * Content of postmaster.pid: process id (line 1, negative in single-user mode), shared memory
   * segment (line 7) and state (line 8). A killed server leaves the file behind.
   */
  record PidFile(long pid, String segment, boolean isReady) {
    static Optional<PidFile> read(Path data) {
      try {
        List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
        return Optional.of(
            new PidFile(
                Math.abs(Long.parseLong(line(lines, 0))),
                line(lines, 6).replaceFirst("^.*\\s", ""),
                line(lines, 7).equals("ready")));
      } catch (IOException | NumberFormatException e) {
        return Optional.empty(); // does not exist, or is being written
      }
    }

    private static String line(List<String> lines, int index) {
      return lines.size() > index ? lines.get(index).strip() : "";
    }
  }

  static InstanceDirectory create(WorkDirectory work) {
    Path path = work.instances().resolve(OWN_PREFIX + NUMBER.incrementAndGet());
    try {
      return work.exclusively(
          () -> {
            sweep(work);
            Files.createDirectory(path);
            WorkDirectory.setPermissions(path, "rwx--x--x");
            FileChannel channel = WorkDirectory.openLock(path);
            var unused = channel.lock();
            return new InstanceDirectory(path, channel);
          });
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot create a folder for the database in " + work.instances() + " (" + e + ")", e);
    }
  }

  private static String ownPrefix() {
    ProcessHandle self = ProcessHandle.current();
    long start = self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return self.pid() + "-" + start + "-";
  }

  Path data() {
    return path.resolve("data");
  }

  Path log() {
    return path.resolve("server.log");
  }

  String readLog() {
    try {
      return new String(Files.readAllBytes(log()), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new EnvironmentException("cannot release the lock in " + path + " (" + e + ")", e);
    } finally {
      WorkDirectory.delete(path);
    }
  }

  static void sweep(WorkDirectory work) throws IOException {
    List<Path> entries;
    try (Stream<Path> list = Files.list(work.instances())) {
      entries = list.filter(InstanceDirectory::isAbandoned).toList();
    }
    for (Path entry : entries) {
      runningServer(entry.resolve("data")).ifPresent(pid -> Processes.end(pid, "QUIT"));
      WorkDirectory.delete(entry);
    }
  }

  /**
   * Returns the id of the server process that uses the data folder. Also checks its command line,
   * because another process may now have the recorded id.
   */
  private static Optional<Long> runningServer(Path data) {
    return PidFile.read(data)
        .map(PidFile::pid)
        .filter(Processes::isRunning)
        .filter(pid -> Processes.commandLine(pid).contains(data.toString()));
  }

  private static boolean isAbandoned(Path entry) {
    String name = entry.getFileName().toString();
    return NAME.matcher(name).matches() && !name.startsWith(OWN_PREFIX) && !isLocked(entry);
  }

  private static boolean isLocked(Path entry) {
    try (FileChannel channel = WorkDirectory.openLock(entry);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (IOException e) {
      return true; // belongs to another user
    }
  }

  /** Shell process that stops PostgreSQL and deletes its folder when this JVM ends or crashes. */
  static final class Watchdog implements AutoCloseable {
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
}
