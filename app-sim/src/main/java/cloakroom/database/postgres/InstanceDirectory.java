package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folder of one running server: data, log, password file. The owner locks a file in it, which
 * distinguishes abandoned instances ({@link #sweep} removes them) from live ones, also across
 * process namespaces that share a temporary folder. The name is {@code PID-STARTMILLIS-NUMBER} of
 * the owner: a process skips its own folders, because probing the lock would release it.
 */
record InstanceDirectory(Path path, FileChannel lock) implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("\\d+-\\d+-\\d+");
  private static final String OWN_PREFIX = ownPrefix();
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /**
   * Content of postmaster.pid in the data directory: line 1 is the process id (negative for a
   * server in single-user mode), line 7 names its memory, line 8 its state. The file outlives a
   * killed server.
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

  /** Removes the folders of dead owners, then creates a new one. */
  static InstanceDirectory create(WorkDirectory work) {
    Path path = work.instances().resolve(OWN_PREFIX + NUMBER.incrementAndGet());
    try {
      return work.exclusively(
          () -> {
            sweep(work);
            Files.createDirectory(path);
            WorkDirectory.setPermissions(path, "rwx--x--x");
            FileChannel channel = openLock(path);
            FileLock held = channel.lock();
            assert held.isValid();
            return new InstanceDirectory(path, channel);
          });
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot create a folder for the database in " + work.instances() + " (" + e + ")", e);
    }
  }

  private static FileChannel openLock(Path path) throws IOException {
    return FileChannel.open(
        path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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

  /** Stops the servers of dead owners and removes their folders. */
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

  /** Returns the id of the server that runs on the data; a process that reused the id is none. */
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
    try (FileChannel channel = openLock(entry);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (IOException e) {
      return true; // belongs to another user
    }
  }
}
