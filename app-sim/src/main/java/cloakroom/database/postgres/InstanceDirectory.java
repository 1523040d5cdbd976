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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of one running server: its data, its log, its password file.
 *
 * <p>Its owner holds a lock on a file in it, so that anybody can tell an abandoned instance from a
 * live one, even across process namespaces that share a temporary folder. {@link #sweep} removes
 * the abandoned ones. Its name begins with the owner's number and start, {@code
 * PID-STARTMILLIS-NUMBER}: a process passes over its own, whose lock it would lose by looking.
 */
record InstanceDirectory(Path path, FileChannel lock) implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("\\d+-\\d+-\\d+");
  private static final String OWN_PREFIX = ownPrefix();
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** Removes what dead owners left behind, then makes a new instance directory. */
  static InstanceDirectory create(WorkDirectory work) {
    Path path = work.instances().resolve(OWN_PREFIX + NUMBER.incrementAndGet());
    try {
      return work.exclusively(
          () -> {
            sweep(work);
            Files.createDirectory(path);
            FileTree.permissions(path, "rwx--x--x");
            FileChannel channel = openLock(path);
            FileLock held = channel.lock();
            assert held.isValid();
            return new InstanceDirectory(path, channel);
          });
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot make a folder for the database in " + work.instances() + " (" + e + ")", e);
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

  /** Empty when it cannot be read. */
  String readLog() {
    try {
      return new String(Files.readAllBytes(log()), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Removes the folder. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new EnvironmentException("cannot release the lock in " + path + " (" + e + ")", e);
    } finally {
      FileTree.delete(path);
    }
  }

  /** Stops the servers of owners that are dead and removes their folders. */
  static void sweep(WorkDirectory work) throws IOException {
    List<Path> entries;
    try (Stream<Path> list = Files.list(work.instances())) {
      entries = list.filter(InstanceDirectory::isAbandoned).toList();
    }
    for (Path entry : entries) {
      PostmasterFile.runningServer(entry.resolve("data"))
          .ifPresent(pid -> Processes.end(pid, "QUIT"));
      FileTree.delete(entry);
    }
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
      return true; // not ours to open, so not ours to remove
    }
  }
}
